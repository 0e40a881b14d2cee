//! The calls of a run that may have had an effect, and how they undo each other.

use spec::{Contract, Operation};

use crate::contract;
use crate::exchange::{Exchange, Response, ResponseBody, ScenarioTrace};
use crate::json::Json;
use crate::parsed::SentInputs;
use crate::redact::Redactor;
use crate::scenario::Scenario;
use crate::write_outcome::{WriteOutcome, created_identifier};

/// A call that may have had an effect.
pub(crate) struct WriteCall<'a> {
    pub(crate) operation: &'a Operation,
    pub(crate) sent: SentInputs,
    /// How the service received it; `None` without a response, when the outcome is unknown.
    pub(crate) received: Option<WriteOutcome>,
    pub(crate) response: ResponseBody,
    /// The identifier of the record it created, if the response shows it.
    pub(crate) made: Option<String>,
    /// Whether that is a number, which may stand for something else in requests and responses.
    pub(crate) is_numbered: bool,
    /// Other identifiers of the record it created, from later calls that found it.
    pub(crate) found_as: Vec<String>,
    pub(crate) last: bool,
    /// Whether it was about a fixture that the scenario uses up.
    pub(crate) uses_up: bool,
    /// Makes the quotations.
    pub(crate) redactor: Redactor,
}

/// Whether a call of a trace may have had an effect. The bodies are not needed.
pub(super) fn may_have_written(
    contract: &Contract,
    scenario: &Scenario,
    trace: &ScenarioTrace,
) -> bool {
    let steps = scenario.steps.iter().zip(&trace.steps);
    let mut steps = steps.chain(scenario.finally.iter().zip(&trace.finally));
    steps.any(|(step, step_trace)| {
        let operation = contract.operation(&step.call).filter(|operation| writes(operation));
        let mut exchanges = step_trace.attempts.iter().flat_map(|attempt| &attempt.exchanges);
        operation.is_some_and(|operation| {
            exchanges.any(|exchange| !is_refused_without_effect(operation, exchange))
        })
    })
}

/// Most operations only read.
fn writes(operation: &Operation) -> bool {
    operation.creates.is_some()
        || operation.removes.is_some()
        || contract::changed_record(operation).is_some()
}

/// Whether the status alone shows that a call had no effect. A record to be removed may be gone already.
fn is_refused_without_effect(operation: &Operation, exchange: &Exchange) -> bool {
    let refused = |response: &Response| !response.is_success() && !response.is_unavailable();
    let is_refused = exchange.outcome.as_ref().is_ok_and(refused);
    is_refused && operation.removes.is_none()
}

/// The calls of a trace that may have had an effect. `is_reached` says whether the server answered in this run: if only a
/// gateway did, no call arrived.
pub(super) fn write_calls<'a>(
    contract: &'a Contract,
    scenario: &Scenario,
    trace: &ScenarioTrace,
    is_reached: bool,
) -> Vec<WriteCall<'a>> {
    let steps = scenario.steps.iter().zip(&trace.steps);
    let finally = scenario.finally.iter().zip(&trace.finally);
    let steps = steps.map(|step| (step, false)).chain(finally.map(|step| (step, true)));
    let mut calls = Vec::new();
    for ((step, step_trace), last) in steps {
        let Some(operation) = contract.operation(&step.call) else {
            continue;
        };
        let exchanges = step_trace.attempts.iter().flat_map(|attempt| &attempt.exchanges);
        let made = (last, &trace.redactor);
        let uses_up = scenario.uses_up(contract, step);
        let mut found =
            exchanges.map(|exchange| call(contract, operation, exchange, made, is_reached));
        if step.lookup {
            if let Some(Some(found)) = found.next() {
                found.names(&mut calls);
            }
        } else if writes(operation) {
            calls.extend(found.flatten().map(|call| WriteCall { uses_up, ..call }));
        }
    }
    calls
}

/// Whether a call that the service received so may have had an effect. A record to be removed may be gone already.
pub(crate) fn may_have_effect(operation: &Operation, received: Option<WriteOutcome>) -> bool {
    match received {
        None | Some(WriteOutcome::Accepted) => true,
        Some(WriteOutcome::NotFound | WriteOutcome::Refused) => operation.removes.is_some(),
        Some(WriteOutcome::KeyRefused | WriteOutcome::Failed) => false,
    }
}

/// The record type that a call acts on, and its identifier in the request.
pub(crate) fn acted_on<'o, 's>(
    operation: &'o Operation,
    sent: &'s SentInputs,
) -> Option<(&'o str, &'s str)> {
    let (input, record) = contract::target_input(operation)?;
    Some((record, sent.get(&input)?.identifier()?))
}

/// Whether an operation creates records that are identified by numbers.
pub(crate) fn creates_numbered(contract: &Contract, operation: &Operation) -> bool {
    operation.creates.as_deref().is_some_and(|record| contract::is_numbered(contract, record))
}

/// The call of an exchange; `None` if it cannot have had an effect.
fn call<'a>(
    contract: &Contract,
    operation: &'a Operation,
    exchange: &Exchange,
    (last, redactor): (bool, &Redactor),
    is_reached: bool,
) -> Option<WriteCall<'a>> {
    if is_refused_without_effect(operation, exchange) {
        return None;
    }
    let response = exchange.outcome.as_ref();
    let received = WriteOutcome::classify(contract, operation, exchange);
    let is_unconfirmed = is_reached && response.is_ok_and(Response::is_unavailable);
    let received = received.filter(|_| !is_unconfirmed);
    let is_sent = received.is_some() || exchange.may_have_arrived();
    (is_sent && may_have_effect(operation, received)).then(|| WriteCall {
        operation,
        sent: SentInputs::parse(contract, operation, &exchange.request),
        received,
        made: response.ok().and_then(|it| created_identifier(contract, operation, it)),
        is_numbered: creates_numbered(contract, operation),
        response: response.map(|response| response.body.clone()).unwrap_or_default(),
        found_as: Vec::new(),
        last,
        uses_up: false,
        redactor: redactor.clone(),
    })
}

impl WriteCall<'_> {
    /// The identifier of the record that is updated or removed.
    fn named(&self) -> Option<&str> {
        acted_on(self.operation, &self.sent).map(|(_, named)| named)
    }

    pub(super) fn is_accepted(&self) -> bool {
        self.received == Some(WriteOutcome::Accepted)
    }

    pub(super) fn is_refused(&self) -> bool {
        matches!(self.received, Some(WriteOutcome::NotFound | WriteOutcome::Refused))
    }

    /// Whether it removed the record that another call created.
    pub(super) fn removes(&self, made: &WriteCall<'_>) -> bool {
        let gone = self.received == Some(WriteOutcome::NotFound);
        (self.is_accepted() || gone) && self.is_removal_of(made)
    }

    /// Whether the removal of a record that another call created was refused for an unknown reason.
    /// The record may be gone.
    pub(super) fn was_refused_removal_of(&self, made: &WriteCall<'_>) -> bool {
        self.received == Some(WriteOutcome::Refused) && self.is_removal_of(made)
    }

    fn is_removal_of(&self, made: &WriteCall<'_>) -> bool {
        self.operation.removes.is_some()
            && self.operation.removes == made.operation.creates
            && self.named().is_some_and(|named| made.mentions(named))
    }

    /// Whether it was accepted and restored what another call changed.
    pub(super) fn restores(&self, change: &WriteCall<'_>) -> bool {
        let changed = contract::changed_record(change.operation);
        self.last
            && !change.last
            && self.is_accepted()
            && changed
                .is_some_and(|record| contract::changed_record(self.operation) == Some(record))
            && change.operation.creates.is_none()
            && self.named() == change.named()
    }

    /// Whether it was accepted and changed the state again after another call. Only the last change
    /// is left over.
    pub(super) fn supersedes(&self, change: &WriteCall<'_>) -> bool {
        let moved = |call: &WriteCall<'_>| {
            // An update may change other fields than the state.
            let moved = call.operation.transitions.first();
            let moved = moved.filter(|_| call.operation.updates.is_none());
            moved.map(|moved| moved.record.clone())
        };
        let record = moved(self).filter(|_| self.is_accepted());
        record.is_some() && record == moved(change) && self.named() == change.named()
    }

    /// Whether it created the record that another call changed, and which is listed already.
    pub(super) fn created_target_of(&self, change: &WriteCall<'_>) -> bool {
        self.operation.creates.is_some()
            && self.operation.creates.as_deref() == contract::changed_record(change.operation)
            && change.operation.creates.is_none()
            && self.is_accepted()
            && change.named().is_some_and(|named| self.mentions(named))
    }

    /// Adds the identifiers by which this call found records that other calls created.
    fn names(&self, others: &mut [WriteCall<'_>]) {
        let acted_on = acted_on(self.operation, &self.sent);
        let (Some((record, named)), Some(shown)) = (acted_on, self.response.json()) else {
            return;
        };
        let made = others.iter_mut();
        let made = made.filter(|other| other.operation.creates.as_deref() == Some(record));
        for other in made.filter(|other| other.is_shown_in(shown)) {
            other.found_as.push(named.to_owned());
        }
    }

    /// Whether a response contains an identifier of the record that this call created.
    fn is_shown_in(&self, response: &Json) -> bool {
        let mut unique = self.operation.body.iter().filter(|field| field.unique);
        unique.any(|field| {
            let sent = self.sent.body(&field.wire).and_then(Json::text);
            sent.is_some_and(|sent| response.holds_text(sent))
        })
    }

    /// Whether the text is in the request, the response or the identifiers of the created record.
    fn mentions(&self, text: &str) -> bool {
        let response = self.response.json().filter(|_| !self.is_numbered);
        let sent = Some(&self.sent).filter(|_| !self.is_numbered);
        self.made.as_deref() == Some(text)
            || response.is_some_and(|response| response.holds_text(text))
            || sent.is_some_and(|sent| sent.holds(text))
            || self.found_as.iter().any(|name| name == text)
    }
}
