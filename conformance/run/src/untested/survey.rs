//! What the calls that should have been accepted were answered.

use std::collections::{BTreeMap, BTreeSet};

use spec::{Contract, Operation};

use super::peculiarities::peculiarity;
use super::refused_key::{KeyResponses, RefusedKey, describe_refusal};
use super::responses::{AlikeResponses, ResponseKind};
use crate::contract;
use crate::exchange::{Response, ScenarioTrace};
use crate::parsed::ParsedTrace;
use crate::parsed::response::{ParsedResponse, ResponseClass};
use crate::redact::{Quote, Redactor};
use crate::scenario::{Expectation, Scenario, Step};
use crate::text::counted;

/// The responses of a run that may have one cause.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Whether a call reached its operation.
    reached: bool,
    /// By kind of the key; `None` for calls that need no key.
    by_key: BTreeMap<Option<String>, KeyResponses>,
    by_operation: BTreeMap<String, OperationResponses>,
    /// Numbers of odd responses, by description.
    peculiarities: BTreeMap<String, usize>,
}

/// The responses to calls of one operation.
#[derive(Clone, Debug, Default)]
struct OperationResponses {
    reached: bool,
    /// Those to the calls that should have been accepted.
    statuses: BTreeSet<u16>,
}

/// A call that was answered.
struct Call<'r> {
    step: &'r Step,
    operation: &'r Operation,
    response: &'r Response,
    /// The same, parsed.
    parsed: &'r ParsedResponse,
}

impl Call<'_> {
    /// The kind of its key, if the operation needs one.
    fn key(&self) -> Option<&str> {
        let needs_key = self.operation.key_required.value() != Some(&false);
        self.step.key.kind().filter(|_| needs_key)
    }

    /// Whether the response shows that the operation is there: it was accepted, or refused as documented for another reason
    /// than the key.
    fn is_reached(&self, contract: &Contract) -> bool {
        let message = self.parsed.message.as_deref();
        let case = message
            .and_then(|message| contract::case_for_message(contract, self.operation, message));
        self.parsed.class == ResponseClass::Accepted
            || case.is_some_and(|case| !contract::is_about_key(case))
    }
}

/// What one response says.
enum Answered {
    Reached,
    KeyRefused(Quote),
    Other(ResponseKind, Option<Quote>),
}

impl Survey {
    /// The responses of one trace.
    pub(crate) fn of_trace(
        contract: &Contract,
        scenario: &Scenario,
        trace: &ScenarioTrace,
        parsed_trace: &ParsedTrace,
    ) -> Self {
        let mut survey = Self::default();
        for exchange in trace.exchanges() {
            if let Some(description) = peculiarity(&exchange.outcome, &trace.redactor) {
                *survey.peculiarities.entry(description).or_default() += 1;
            }
        }
        for (step, exchange, parsed) in parsed_trace.responses(scenario, trace) {
            if let (Some(operation), Ok(response)) =
                (contract.operation(&step.call), &exchange.outcome)
            {
                let call = Call { step, operation, response, parsed };
                survey.add(contract, &call, &trace.redactor);
            }
        }
        survey
    }

    /// The responses of several traces.
    pub(crate) fn merge<'s>(all: impl Iterator<Item = &'s Self>) -> Self {
        let mut merged = Self::default();
        for survey in all {
            merged.reached |= survey.reached;
            for (description, count) in &survey.peculiarities {
                *merged.peculiarities.entry(description.clone()).or_default() += count;
            }
            for (key, responses) in &survey.by_key {
                merged.by_key.entry(key.clone()).or_default().merge(responses);
            }
            for (operation, responses) in &survey.by_operation {
                let known = merged.by_operation.entry(operation.clone()).or_default();
                known.reached |= responses.reached;
                known.statuses.extend(&responses.statuses);
            }
        }
        merged
    }

    fn add(&mut self, contract: &Contract, call: &Call<'_>, redactor: &Redactor) {
        let operation = self.by_operation.entry(call.operation.id.clone()).or_default();
        operation.reached |= call.is_reached(contract);
        if call.step.wants_acceptance() {
            operation.statuses.insert(call.response.status);
        }
        let answered = classify(contract, call, redactor);
        self.reached |= matches!(answered, Answered::Reached);
        if call.step.expect != Expectation::Accepted {
            return;
        }
        let responses = self.by_key.entry(call.key().map(str::to_owned)).or_default();
        match answered {
            Answered::Reached => responses.accepted = true,
            Answered::KeyRefused(said) => responses.add_refusal(said),
            Answered::Other(kind, said) => {
                responses.add(&AlikeResponses::one(kind, call.response.status, said));
            }
        }
    }

    /// The operations that no response shows to be there, with the statuses of the calls that should have been accepted.
    pub fn unreached(&self) -> impl Iterator<Item = (&str, &BTreeSet<u16>)> {
        let responses = self.by_operation.iter().filter(|(_, responses)| !responses.reached);
        responses.map(|(operation, responses)| (operation.as_str(), &responses.statuses))
    }

    /// The keys that were refused, and with which no call was accepted. `sources` says where each came from.
    pub fn refused_keys(
        &self,
        contract: &Contract,
        sources: &BTreeMap<String, String>,
    ) -> Vec<RefusedKey> {
        let kinds = contract.service.keys.iter().map(|kind| kind.name.as_str());
        let refused = kinds.filter_map(|kind| {
            self.by_key.get(&Some(kind.to_owned()))?.refused_key(contract, kind, sources)
        });
        refused.collect()
    }

    /// What was odd about the form of responses.
    pub fn notes(&self) -> Vec<String> {
        let notes = self.peculiarities.iter();
        let notes = notes.map(|(odd, count)| format!("{} {odd}", counted(*count, "response")));
        notes.collect()
    }

    /// The responses by kind, most frequent first, if no call reached its operation.
    pub(crate) fn responses(&self) -> Option<Vec<AlikeResponses>> {
        let mut merged = KeyResponses::default();
        self.by_key.values().for_each(|responses| merged.merge(responses));
        let mut merged: Vec<_> = merged.others.into_values().collect();
        merged.sort_by_key(|alike| std::cmp::Reverse(alike.calls));
        (!self.reached && !merged.is_empty()).then_some(merged)
    }
}

fn classify(contract: &Contract, call: &Call<'_>, redactor: &Redactor) -> Answered {
    let Call { operation, response, parsed, .. } = call;
    let message = parsed.message.as_deref();
    let must_be_json = contract::envelope(operation).is_some() || response.body.is_page();
    if parsed.class == ResponseClass::Accepted && must_be_json && parsed.json().is_none() {
        return Answered::Other(ResponseKind::of(response), None);
    }
    if call.is_reached(contract) {
        return Answered::Reached;
    }
    let kind = ResponseKind::of(response);
    if kind != ResponseKind::Coded
        && contract::is_key_refusal(contract, operation, response.status, message)
    {
        return Answered::KeyRefused(describe_refusal(response.status, message, redactor));
    }
    Answered::Other(
        kind,
        ResponseKind::said(kind, response, message).map(|said| redactor.quote(said)),
    )
}
