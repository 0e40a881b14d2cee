//! Collects what the exchanges of a run show at gaps. `answers` derives the answers from it.

use std::collections::BTreeMap;

use spec::{Condition, Contract, ErrorCase, Operation, Slot, Transition};

use crate::contract;
use crate::json::Json;
use crate::parsed::response::{ParsedResponse, ResponseClass};
use crate::parsed::view::{ParsedStep, TraceView};
use crate::parsed::{first_page_number, further_error_members, is_key_refusal_of};
use crate::scenario::KeyChoice;

use super::shape::{Place, Seen, Shape};

/// Text that the ids of open questions contain.
pub const OPEN: &str = ".open.";

/// Maximum length of a text that may be a state.
const LONGEST_STATE: usize = 40;

/// What the exchanges of a run show.
#[derive(Default)]
pub struct Evidence {
    /// The values that were seen, as texts, by gap.
    noted: BTreeMap<String, BTreeMap<String, Seen>>,
    /// The bodies of successes, by operation.
    pub bodies: BTreeMap<String, Bodies>,
    /// The texts in records directly after a call, by what the call did to the records.
    pub states: BTreeMap<Moved, Texts>,
}

/// The bodies of the successes of an operation.
#[derive(Default)]
pub struct Bodies {
    pub json: Shape,
    pub empty: Seen,
    /// Bodies that are not JSON.
    pub other: Seen,
}

/// What a call did to a record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moved {
    pub operation: String,
    pub record: String,
    /// The name of the transition; `None` for a creation.
    pub transition: Option<Option<String>>,
}

/// The texts of the members of a record, by member.
#[derive(Default)]
pub struct Texts {
    pub records: Seen,
    pub members: BTreeMap<String, BTreeMap<String, Seen>>,
}

impl Evidence {
    pub fn note(&mut self, gap: &str, value: impl Into<String>, place: Place) {
        let values = self.noted.entry(gap.to_owned()).or_default();
        values.entry(value.into()).or_default().add(place);
    }

    fn note_slot<T>(&mut self, slot: &Slot<T>, value: impl Into<String>, place: Place) {
        if let Some(gap) = slot.gap() {
            self.note(gap, value, place);
        }
    }

    /// The values at a gap, the most frequent first.
    pub fn values(&self, gap: &str) -> Vec<(&str, Seen)> {
        let noted = self.noted.get(gap).into_iter().flatten();
        let mut values: Vec<_> = noted.map(|(value, seen)| (value.as_str(), *seen)).collect();
        values.sort_by_key(|(_, seen)| std::cmp::Reverse(seen.count));
        values
    }

    pub fn add_trace(&mut self, view: &TraceView<'_>, trace: usize) {
        for call in &view.steps {
            for attempt in call.attempts {
                for response in &attempt.responses {
                    let place = Place { trace, exchange: response.exchange };
                    match response.class {
                        ResponseClass::Accepted if is_success(call) => {
                            self.add_success(view.contract, call, response, place);
                        }
                        ResponseClass::Refused => self.add_refusal(view, call, response, place),
                        _ => {}
                    }
                    self.add_keyless(view, call, response, place);
                    self.add_header_case(view.contract, call, response, place);
                    self.add_question(call, response, place);
                }
            }
        }
    }

    fn add_success(
        &mut self,
        contract: &Contract,
        call: &ParsedStep<'_>,
        response: &ParsedResponse,
        place: Place,
    ) {
        let operation = call.operation;
        self.note_slot(&operation.success.status, response.status.to_string(), place);
        let bodies = self.bodies.entry(operation.id.clone()).or_default();
        match response.json() {
            Some(json) => bodies.json.add(json, place),
            None if response.is_empty() => bodies.empty.add(place),
            None => bodies.other.add(place),
        }
        if let Some(body) = response.json() {
            self.add_states(contract, call, body, place);
        }
    }

    fn add_states(
        &mut self,
        contract: &Contract,
        call: &ParsedStep<'_>,
        body: &Json,
        place: Place,
    ) {
        let operation = call.operation;
        let is_made = |transition: &&Transition| {
            transition.trigger.as_ref().is_none_or(|trigger| {
                let sent = call.sent(&trigger.input).and_then(Json::text);
                sent == Some(trigger.value.value.as_str())
            })
        };
        let made = operation.transitions.iter().filter(is_made);
        let moved = made.map(|made| (&made.record, Some(made.name.clone())));
        let created = operation.creates.iter().map(|record| (record, None));
        for (record, transition) in moved.chain(created) {
            let has_states =
                contract.record(record).is_some_and(|record| record.lifecycle.is_some());
            let (operation, record) = (operation.id.clone(), record.clone());
            let Some(Json::Map(members)) = only_object(body).filter(|_| has_states) else {
                continue;
            };
            let texts = self.states.entry(Moved { operation, record, transition }).or_default();
            texts.records.add(place);
            for (name, value) in members {
                if let Some(text) = value.text().filter(|text| text.len() <= LONGEST_STATE) {
                    let values = texts.members.entry(name.clone()).or_default();
                    values.entry(text.to_owned()).or_default().add(place);
                }
            }
        }
    }

    fn add_refusal(
        &mut self,
        view: &TraceView<'_>,
        call: &ParsedStep<'_>,
        response: &ParsedResponse,
        place: Place,
    ) {
        let (contract, operation) = (view.contract, call.operation);
        let body = &contract.service.error_body;
        let said = response.said(contract);
        let message = said.message;
        let of_message = message.and_then(|it| contract::case_for_message(contract, operation, it));
        let mut codes = said.codes.iter();
        let of_code = codes.find_map(|code| only_case_with_code(contract, operation, code));
        let expected = view.expected_case(call);
        let is_expected = |case: &&ErrorCase| match case.text() {
            Some(known) => message.is_some_and(|text| known.matches(text).is_some()),
            None => {
                of_message.is_none()
                    && of_code.is_none_or(|other| other.id == case.id)
                    && contract::is_without_text(case, &said)
            }
        };
        // If the message consists of placeholders, or only the status matches, the response may be that of another
        // case.
        let is_certain = |case: &&ErrorCase| match case.text() {
            Some(text) => text.is_literal(),
            None => contract::is_without_text(case, &said),
        };
        let other = || of_message.or(of_code).filter(is_certain);
        let case = expected.filter(is_expected).or_else(other);
        // An error case of the operation may repeat one of the service.
        let case = case.map(|case| contract.error_case(operation, &case.id).unwrap_or(case));
        if let Some(case) = case {
            self.note_slot(&case.status, response.status.to_string(), place);
            if let (Some(slot), Some(path)) = (&case.code, &body.code)
                && let Some(code) = response.at(path).and_then(Json::text)
            {
                self.note_slot(slot, code, place);
            }
        }
        if let (Some(json), Some(_)) = (response.json(), message) {
            let further = further_error_members(body, json) != "none";
            self.note_slot(&body.further_members, further.to_string(), place);
        }
    }

    /// Adds what a step shows about an open question that its scenario names.
    fn add_question(&mut self, call: &ParsedStep<'_>, response: &ParsedResponse, place: Place) {
        let Some(gap) = call.step.observes_gap.as_ref().filter(|gap| gap.contains(OPEN)) else {
            return;
        };
        let seen =
            if call.step.all_pages { first_page_number(call) } else { summary(call, response) };
        if let Some(seen) = seen {
            self.note(gap, seen, place);
        }
    }

    /// Adds whether a valid key was accepted with another letter case in the name of the header.
    fn add_header_case(
        &mut self,
        contract: &Contract,
        call: &ParsedStep<'_>,
        response: &ParsedResponse,
        place: Place,
    ) {
        let (Some(auth), Some(_), Some(_)) =
            (&contract.service.auth, call.step.spelling.header, call.step.key.kind())
        else {
            return;
        };
        let is_refused_key = || is_key_refusal_of(contract, call.operation, response);
        let is_insensitive = match response.class {
            ResponseClass::Accepted => true,
            ResponseClass::Refused if is_refused_key() => false,
            _ => return,
        };
        if let Some(slot) = &auth.case_insensitive {
            self.note_slot(slot, is_insensitive.to_string(), place);
        }
    }

    /// Adds whether a call without a key was accepted.
    fn add_keyless(
        &mut self,
        view: &TraceView<'_>,
        call: &ParsedStep<'_>,
        response: &ParsedResponse,
        place: Place,
    ) {
        if call.step.key != KeyChoice::Absent {
            return;
        }
        let is_about_key = |message: &str| {
            let case = contract::case_for_message(view.contract, call.operation, message);
            case.is_some_and(|case| case.when.stated() == Some(&Condition::KeyAbsent))
        };
        // A refusal may have a success status.
        let is_like_others = || {
            let mut others = view.calls(&call.operation.id).filter(|other| is_success(other));
            others.any(|other| other.responses().iter().any(|it| are_alike(it, response)))
        };
        let is_required = match (response.class, response.message.as_deref()) {
            (ResponseClass::Accepted, _) if is_like_others() => false,
            (ResponseClass::Refused, Some(message)) if is_about_key(message) => true,
            (ResponseClass::Refused, None) if response.status == 401 => true,
            _ => return,
        };
        self.note_slot(&call.operation.key_required, is_required.to_string(), place);
    }
}

/// Describes the response with the same text for different requests: each sent value is replaced by the name of its
/// input.
fn summary(call: &ParsedStep<'_>, response: &ParsedResponse) -> Option<String> {
    let status = response.status;
    match (response.class, &response.message) {
        (ResponseClass::Accepted, _) => Some(format!("accepted with {status}")),
        (ResponseClass::Refused, None) => Some(format!("refused with {status}")),
        (ResponseClass::Refused, Some(message)) => {
            let mut message = message.clone();
            for (input, value) in call.attempt.into_iter().flat_map(|attempt| attempt.sent.iter()) {
                if let Some(text) = value.text().filter(|text| text.len() > 3) {
                    message = message.replace(text, &format!("{{{}}}", input.name));
                }
            }
            Some(format!("refused with {status} and `{message}`"))
        }
        (ResponseClass::Unusable(_), _) => None,
    }
}

/// The error case of the operation with this code, unless several have it.
fn only_case_with_code<'c>(
    contract: &'c Contract,
    operation: &'c Operation,
    code: &str,
) -> Option<&'c ErrorCase> {
    let has_code = |case: &&ErrorCase| {
        case.code.as_ref().and_then(Slot::value).is_some_and(|known| known == code)
    };
    let cases = operation.errors.iter().chain(&contract.service.errors);
    let mut cases = cases.filter(has_code);
    let first = cases.next()?;
    cases.all(|other| other.id == first.id).then_some(first)
}

/// Whether an accepted response is the documented success of the operation. A call whose outcome the document does not
/// define may be accepted with another response.
fn is_success(call: &ParsedStep<'_>) -> bool {
    call.step.wants_acceptance() && call.step.at_once == 1
}

/// Whether two responses have the same status, and bodies with the same members.
fn are_alike(one: &ParsedResponse, other: &ParsedResponse) -> bool {
    let names = |response: &ParsedResponse| match response.json() {
        Some(Json::Map(members)) => members.iter().map(|(name, _)| name.clone()).collect(),
        other => vec![other.map_or("", Json::kind).to_owned()],
    };
    one.status == other.status && names(one) == names(other)
}

/// The body if it is an object of plain values, or else its only member that is an object.
fn only_object(body: &Json) -> Option<&Json> {
    let Json::Map(members) = body else { return None };
    let mut objects =
        members.iter().map(|(_, value)| value).filter(|value| matches!(value, Json::Map(_)));
    match (objects.next(), objects.next()) {
        (None, _) => Some(body),
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// The items of a list. If the document does not describe the body, these are the items of the only array in it.
pub fn list_items<'j>(operation: &Operation, body: &'j Json) -> Option<&'j [Json]> {
    if let Some(member) = contract::list_member(operation) {
        return body.member(member)?.items();
    }
    if let Some(items) = body.items() {
        return Some(items);
    }
    let Json::Map(members) = body else { return None };
    let mut lists = members.iter().filter_map(|(_, value)| value.items());
    lists.next().filter(|_| lists.next().is_none())
}
