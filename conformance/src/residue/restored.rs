//! Records that `finally` calls restored, to be compared once more at the end of a run: another run that shares no state
//! folder may have read a changed value as the original one, and put that back.

use std::collections::BTreeMap;

use spec::{Contract, InputPart, Operation, Type};

use super::{Effect, Residue, known_by};
use crate::contract;
use crate::exchange::{Exchange, Request, Response, ScenarioTrace};
use crate::json::Json;
use crate::parsed::SentInputs;
use crate::request_path::request_path;
use crate::scenario::Scenario;

/// A record that was restored.
pub(crate) struct RestoredRecord {
    /// Reads it.
    pub(crate) request: Request,
    /// The kind of key to read it with.
    pub(crate) key: Option<String>,
    /// The member of the answer that has the record.
    member: String,
    /// The restored values of each field; several only if something else changed it between two scenarios.
    values: BTreeMap<String, Vec<Json>>,
    residue: Residue,
}

/// The restored records of a run that an operation reads one by one.
pub(crate) fn restored_records<'t>(
    contract: &Contract,
    scenarios: &[Scenario],
    traces: impl Iterator<Item = &'t ScenarioTrace>,
) -> Vec<RestoredRecord> {
    let mut all: BTreeMap<(String, Option<String>), RestoredRecord> = BTreeMap::new();
    for trace in traces {
        let scenario = scenarios.iter().find(|scenario| scenario.id == trace.scenario);
        let finally = scenario.into_iter().flat_map(|scenario| &scenario.finally);
        for (step, step_trace) in finally.zip(&trace.finally) {
            let Some(operation) = contract.operation(&step.call) else {
                continue;
            };
            let exchanges = step_trace.attempts.iter().flat_map(|attempt| &attempt.exchanges);
            let restored = exchanges.filter_map(|exchange| {
                restored_record(contract, operation, step.key.kind(), trace, exchange)
            });
            for restored in restored {
                let key = (restored.request.target.clone(), restored.key.clone());
                match all.get_mut(&key) {
                    Some(known) => known.add(restored.values),
                    None => drop(all.insert(key, restored)),
                }
            }
        }
    }
    all.into_values().collect()
}

/// The record that an accepted update restored.
fn restored_record(
    contract: &Contract,
    operation: &Operation,
    key: Option<&str>,
    trace: &ScenarioTrace,
    exchange: &Exchange,
) -> Option<RestoredRecord> {
    let record = operation.updates.as_deref()?;
    exchange.outcome.as_ref().ok().filter(|answer| answer.is_success())?;
    let sent = SentInputs::parse(operation, &exchange.request);
    let (input, _) = contract::target_input(operation).filter(|(_, target)| *target == record)?;
    let id = sent.get(&input)?.text()?;
    let reading = contract::reading_operation(contract, record)?;
    let ty = Type::Record(record.to_owned());
    let member = contract::envelope(reading)?.iter().find(|member| member.ty == ty)?;
    let fields = &contract.record(record)?.fields;
    let values = sent
        .iter()
        .filter(|(input, _)| input.part == InputPart::Body)
        .filter(|(input, _)| fields.iter().any(|field| field.wire == input.name))
        .map(|(input, value)| (input.name.clone(), vec![value.clone()]));
    Some(RestoredRecord {
        request: Request {
            method: reading.method,
            target: request_path(reading, |_| Some(id.to_owned()))?,
            headers: Vec::new(),
            body: None,
        },
        key: key.map(str::to_owned),
        member: member.wire.clone(),
        values: values.collect(),
        residue: Residue {
            record: record.to_owned(),
            done: Effect::Changed,
            known_by: known_by(operation, &sent, &trace.redactor),
            operation: operation.id.clone(),
            members: Vec::new(),
            scenario: trace.scenario.clone(),
            unavoidable: false,
        },
    })
}

impl RestoredRecord {
    fn add(&mut self, values: BTreeMap<String, Vec<Json>>) {
        for (field, values) in values {
            let known = self.values.entry(field).or_default();
            for value in values {
                if !known.iter().any(|known| is_equal(known, &value)) {
                    known.push(value);
                }
            }
        }
    }

    /// What the answer of its reading shows to be different; `None` if nothing is, or it shows nothing.
    pub(crate) fn difference(&self, answer: &Response) -> Option<Residue> {
        let shown = answer.body.json().filter(|_| answer.is_success())?;
        let shown = shown.get(&self.member)?;
        let differs = |(field, values): &(&String, &Vec<Json>)| {
            let is_restored = |shown: &Json| values.iter().all(|value| is_equal(value, shown));
            shown.get(field).is_some_and(|shown| !is_restored(shown))
        };
        let members: Vec<_> =
            self.values.iter().filter(differs).map(|(field, _)| field.clone()).collect();
        (!members.is_empty()).then(|| Residue { members, ..self.residue.clone() })
    }
}

/// Whether two values are equal; facts of a target file are text where the service has a number.
fn is_equal(one: &Json, other: &Json) -> bool {
    let plain = |value: &Json| value.text().map_or_else(|| value.to_string(), str::to_owned);
    one.is_same(other) || plain(one) == plain(other)
}

#[cfg(test)]
mod tests {
    use http::HeaderMap;
    use spec::Method;

    use super::*;

    fn restored(values: &[&str]) -> RestoredRecord {
        let json = |text: &&str| Json::parse(text.as_bytes()).unwrap();
        RestoredRecord {
            request: Request {
                method: Method::Get,
                target: "/books/1".to_owned(),
                headers: Vec::new(),
                body: None,
            },
            key: None,
            member: "book".to_owned(),
            values: [("title".to_owned(), values.iter().map(json).collect())].into(),
            residue: Residue {
                record: "Book".to_owned(),
                done: Effect::Changed,
                known_by: "book=1".into(),
                operation: "update_book".to_owned(),
                members: Vec::new(),
                scenario: "books/one".to_owned(),
                unavoidable: false,
            },
        }
    }

    fn difference(values: &[&str], status: u16, body: &str) -> Option<Vec<String>> {
        let answer = Response { status, headers: HeaderMap::new(), body: body.into() };
        restored(values).difference(&answer).map(|left| left.members)
    }

    #[test]
    fn only_another_value_is_a_difference() {
        let title = Some(vec!["title".to_owned()]);
        assert_eq!(difference(&["\"Emma\""], 200, r#"{"book":{"title":"Emma"}}"#), None);
        assert_eq!(difference(&["\"1\""], 200, r#"{"book":{"title":1}}"#), None);
        assert_eq!(difference(&["\"Emma\""], 200, r#"{"book":{"title":"Persuasion"}}"#), title);
        assert_eq!(difference(&["\"Emma\""], 200, r#"{"book":{}}"#), None);
        assert_eq!(difference(&["\"Emma\""], 404, r#"{"error":"gone"}"#), None);
        // Both scenarios restored what they had found: one of the values is not the original one.
        assert_eq!(difference(&["true", "false"], 200, r#"{"book":{"title":true}}"#), title);
    }
}
