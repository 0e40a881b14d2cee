//! Records that `finally` calls restore, to be compared at the end of a run with what they were before it changed them.
//!
//! A restoring call need not bring everything back: what a transition undoes may leave another state. And another run
//! that shares no state folder may have read a changed value as the original one, and put that back.

use std::collections::BTreeMap;

use spec::{Contract, InputPart, Operation};

use super::record_read::RecordRead;
use super::write_call::acted_on;
use super::{Effect, Leftover, known_by};
use crate::contract;
use crate::exchange::{Exchange, Request, Response, ScenarioTrace};
use crate::json::Json;
use crate::parsed::SentInputs;
use crate::redact::Redactor;
use crate::request_path::bare_request;
use crate::scenario::Scenario;

/// A record that was changed and is to be restored.
#[derive(Clone, Debug)]
pub(crate) struct RestoredRecord {
    pub(crate) read: RecordRead,
    changeable: Vec<String>,
    /// The values of each member before the run and in restoring calls; several only if something else changed it.
    values: BTreeMap<String, Vec<Json>>,
    /// The transition that restores the record, if the document does not name its new state.
    unnamed: Option<Unnamed>,
    leftover: Leftover,
}

/// A transition to a state that the document does not name.
#[derive(Clone, Debug)]
struct Unnamed {
    /// The member that shows the state.
    shown_in: String,
    from: Vec<String>,
}

impl Unnamed {
    fn of(contract: &Contract, operation: &Operation, record: &str) -> Option<Self> {
        let shown_in = contract.record(record)?.lifecycle.as_ref()?.shown_in.stated()?.clone();
        let mut transitions = operation.transitions.iter().filter(|it| it.record == record);
        let unnamed = transitions.find(|transition| transition.to.stated().is_none())?;
        Some(Self { shown_in, from: unnamed.states_before().to_vec() })
    }

    /// Whether a record left its state, and has come to one that may be another than it had at first.
    fn explains(&self, members: &[String], record: &Json) -> bool {
        let state = value_of(record, &self.shown_in).and_then(Json::text);
        members == [self.shown_in.as_str()]
            && state.is_some_and(|state| self.from.iter().all(|from| from != state))
    }
}

/// What a read shows of a restored record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LastLook {
    /// Not the record.
    Nothing,
    /// It is as it was.
    Restored,
    Differs(Leftover),
}

/// The restored records of a run that an operation reads. `changed` are those that were read before a change.
pub(crate) fn restored_records<'t>(
    contract: &Contract,
    scenarios: &[Scenario],
    traces: impl Iterator<Item = &'t ScenarioTrace>,
    changed: Vec<RestoredRecord>,
) -> Vec<RestoredRecord> {
    let mut all = changed;
    for trace in traces {
        let scenario = scenarios.iter().find(|scenario| scenario.id == trace.scenario);
        let finally = scenario.into_iter().flat_map(|scenario| &scenario.finally);
        for (step, step_trace) in finally.zip(&trace.finally) {
            let Some(operation) = contract.operation(&step.call) else {
                continue;
            };
            let exchanges = step_trace.attempts.iter().flat_map(|attempt| &attempt.exchanges);
            for exchange in exchanges {
                let restored =
                    restored_record(contract, operation, step.key.kind(), trace, exchange);
                let Some(restored) = restored else { continue };
                let mut known = all.iter_mut();
                match known.find(|known| known.read.identity() == restored.read.identity()) {
                    Some(known) => known.add(restored.values),
                    None => all.push(restored),
                }
            }
        }
    }
    all
}

/// The record that an accepted update restored.
fn restored_record(
    contract: &Contract,
    operation: &Operation,
    key: Option<&str>,
    trace: &ScenarioTrace,
    exchange: &Exchange,
) -> Option<RestoredRecord> {
    operation.updates.as_ref()?;
    exchange.outcome.as_ref().ok().filter(|response| response.is_success())?;
    let from = (trace.scenario.as_str(), &trace.redactor);
    let mut restored = RestoredRecord::new(contract, operation, key, &exchange.request, from)?;
    let sent = SentInputs::parse(contract, operation, &exchange.request);
    let values = sent
        .iter()
        .filter(|(input, _)| input.part == InputPart::Body)
        .filter(|(input, _)| restored.changeable.contains(&input.name))
        .map(|(input, value)| (input.name.clone(), vec![value.clone()]))
        .collect();
    restored.add(values);
    Some(restored)
}

impl RestoredRecord {
    /// The record that a request of a restoring call names, if another operation reads it. `from` are the scenario of the
    /// call, and what removes secrets.
    fn new(
        contract: &Contract,
        operation: &Operation,
        key: Option<&str>,
        request: &Request,
        (scenario, redactor): (&str, &Redactor),
    ) -> Option<Self> {
        let record = contract::changed_record(operation)?;
        let sent = SentInputs::parse(contract, operation, request);
        let (_, id) = acted_on(operation, &sent).filter(|(target, _)| *target == record)?;
        Some(Self {
            read: RecordRead::new(contract, record, id, key)?,
            changeable: changeable_members(contract, record),
            values: BTreeMap::new(),
            unnamed: Unnamed::of(contract, operation, record),
            leftover: Leftover {
                record: record.to_owned(),
                done: Effect::Changed,
                known_by: known_by(operation, &sent, redactor),
                operation: operation.id.clone(),
                members: Vec::new(),
                scenario: scenario.to_owned(),
                unavoidable: false,
            },
        })
    }

    /// The record of this identifier, which a restoring call of a scenario will name.
    pub(crate) fn to_be_restored(
        contract: &Contract,
        operation: &Operation,
        id: &str,
        key: Option<&str>,
        from: (&str, &Redactor),
    ) -> Option<Self> {
        let request = bare_request(operation, |_| Some(id.to_owned()))?;
        Self::new(contract, operation, key, &request, from)
    }

    /// Keeps what the record shows before it is changed. Only members that calls can change are kept: others, such as times
    /// and counters, may change by themselves.
    pub(crate) fn keep_former(&mut self, response: &Response) {
        let Some(shown) = self.read.shown(response) else { return };
        let kept = self.changeable.iter().filter_map(|member| {
            let value = value_of(shown, member)?.clone();
            Some((member.clone(), vec![value]))
        });
        self.values = kept.collect();
    }

    fn add(&mut self, values: BTreeMap<String, Vec<Json>>) {
        for (member, values) in values {
            let known = self.values.entry(member).or_default();
            for value in values {
                if !known.iter().any(|known| is_equal(known, &value)) {
                    known.push(value);
                }
            }
        }
    }

    /// What the response of its read shows.
    pub(crate) fn look(&self, response: &Response) -> LastLook {
        let Some(shown) = self.read.shown(response).filter(|_| !self.values.is_empty()) else {
            return LastLook::Nothing;
        };
        let differs = |(member, values): &(&String, &Vec<Json>)| {
            let is_restored = |shown: &Json| values.iter().all(|value| is_equal(value, shown));
            value_of(shown, member).is_some_and(|shown| !is_restored(shown))
        };
        let members: Vec<_> =
            self.values.iter().filter(differs).map(|(member, _)| member.clone()).collect();
        if !members.is_empty() {
            let unnamed = self.unnamed.as_ref();
            let unavoidable = unnamed.is_some_and(|unnamed| unnamed.explains(&members, shown));
            LastLook::Differs(Leftover { members, unavoidable, ..self.leftover.clone() })
        } else if self.values.keys().all(|member| value_of(shown, member).is_some()) {
            LastLook::Restored
        } else {
            LastLook::Nothing
        }
    }

    /// Whether a look at this record decides about a leftover: a change of members that were compared.
    pub(crate) fn decides(&self, left: &Leftover) -> bool {
        let compared = |member: &String| self.values.contains_key(member);
        let all = if left.members.is_empty() { &self.changeable } else { &left.members };
        left.done != Effect::Created
            && left.record == self.leftover.record
            && left.known_by == self.leftover.known_by
            && all.iter().all(compared)
    }
}

/// The members of a record that a call can set, or that show its state if a call can move it.
fn changeable_members(contract: &Contract, record: &str) -> Vec<String> {
    let Some(declared) = contract.record(record) else {
        return Vec::new();
    };
    let updating =
        || contract.operations().filter(|operation| operation.updates.as_deref() == Some(record));
    let is_moved = contract
        .operations()
        .any(|operation| operation.transitions.iter().any(|moved| moved.record == record));
    let state = declared.lifecycle.as_ref().and_then(|lifecycle| lifecycle.shown_in.stated());
    let is_changeable = |member: &str| {
        updating().any(|operation| operation.body_field(member).is_some())
            || is_moved && state.is_some_and(|state| state == member)
    };
    let members = declared.fields.iter().map(|field| &field.wire);
    members.filter(|member| is_changeable(member)).cloned().collect()
}

/// The value of a member that is shown. A server may never show one that may be null.
fn value_of<'a>(record: &'a Json, member: &str) -> Option<&'a Json> {
    record.get(member).filter(|value| **value != Json::Null)
}

/// Whether two values are equal; facts of a target file are text where the service has a number.
fn is_equal(one: &Json, other: &Json) -> bool {
    let plain = |value: &Json| value.text().map_or_else(|| value.to_string(), str::to_owned);
    one.is_same(other) || plain(one) == plain(other)
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;

    use super::*;
    use crate::testing::library;

    fn restored() -> RestoredRecord {
        let contract = library(&[]).contract;
        let update = contract.operation("update_book").unwrap();
        let from = ("books/one", &Redactor::default());
        RestoredRecord::to_be_restored(&contract, update, "1", None, from).unwrap()
    }

    fn response(status: u16, body: &str) -> Response {
        Response { status, headers: HeaderMap::new(), body: body.into() }
    }

    /// The members that differ at the end; `None` if the response shows nothing.
    fn differing(record: &RestoredRecord, status: u16, body: &str) -> Option<Vec<String>> {
        match record.look(&response(status, body)) {
            LastLook::Nothing => None,
            LastLook::Restored => Some(Vec::new()),
            LastLook::Differs(left) => Some(left.members),
        }
    }

    fn with_titles(values: &[&str]) -> RestoredRecord {
        let mut record = restored();
        let json = |text: &&str| Json::parse(text.as_bytes()).unwrap();
        record.add([("title".to_owned(), values.iter().map(json).collect())].into());
        record
    }

    #[test]
    fn only_another_value_is_a_difference() {
        let (none, title) = (Some(Vec::new()), Some(vec!["title".to_owned()]));
        let emma = with_titles(&["\"Emma\""]);
        assert_eq!(differing(&emma, 200, r#"{"book":{"title":"Emma"}}"#), none);
        assert_eq!(differing(&with_titles(&["\"1\""]), 200, r#"{"book":{"title":1}}"#), none);
        assert_eq!(differing(&emma, 200, r#"{"book":{"title":"Persuasion"}}"#), title);
        assert_eq!(differing(&emma, 200, r#"{"book":{}}"#), None);
        assert_eq!(differing(&emma, 200, r#"{"book":{"title":null}}"#), None);
        assert_eq!(differing(&emma, 404, r#"{"error":"gone"}"#), None);
        // Both scenarios restored what they had found: one of the values is not the original one.
        let both = with_titles(&["true", "false"]);
        assert_eq!(differing(&both, 200, r#"{"book":{"title":true}}"#), title);
    }

    #[test]
    fn only_members_that_calls_can_change_are_compared() {
        let mut record = restored();
        assert_eq!(record.changeable, ["title", "state"]);
        let before = r#"{"book":{"title":"Emma","state":"lent","acquired_at":"2026"}}"#;
        record.keep_former(&response(200, before));
        assert_eq!(differing(&record, 200, &before.replace("2026", "2027")), Some(Vec::new()));
        let state = Some(vec!["state".to_owned()]);
        assert_eq!(differing(&record, 200, &before.replace("lent", "available")), state);
        assert!(record.decides(&record.leftover));
        let created = Leftover { done: Effect::Created, ..record.leftover.clone() };
        let other = Leftover { known_by: "book=2".into(), ..record.leftover.clone() };
        assert!(![created, other].iter().any(|left| record.decides(left)));
    }
}
