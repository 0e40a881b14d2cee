//! Observations where the contract is silent: facts about a deployment, never a verdict.

use std::collections::BTreeMap;

use spec::Slot;

use crate::contract;
use crate::json::Json;
use crate::scenario::{Expectation, KeyChoice};

use super::answer::{Answer, AnswerClass};
use super::view::{RefusalOutcome, TraceView};

/// An observation at a gap.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Observation {
    /// Id of the gap.
    pub gap: String,
    /// What was seen.
    pub value: String,
    /// How often.
    pub witnesses: u32,
}

/// All observations of a run, in order of gap and value.
pub(crate) fn total_observations<'s>(
    traces: impl Iterator<Item = &'s ObservationCounts>,
) -> Vec<Observation> {
    let mut seen: BTreeMap<_, u32> = BTreeMap::new();
    for (observed, witnesses) in traces.flat_map(|seen| &seen.0) {
        *seen.entry(observed).or_default() += witnesses;
    }
    let entries = seen.into_iter();
    entries
        .map(|((gap, value), witnesses)| Observation {
            gap: gap.clone(),
            value: value.clone(),
            witnesses,
        })
        .collect()
}

/// Observations of one trace, by gap and value, with their number.
#[derive(Clone, Debug, Default)]
pub(crate) struct ObservationCounts(BTreeMap<(String, String), u32>);

impl ObservationCounts {
    pub(crate) fn from_trace(trace: &TraceView<'_>) -> Self {
        let mut seen = Self::default();
        for index in 0..trace.scenario.steps.len() {
            step(trace, index, &mut seen);
        }
        seen
    }

    fn count<T>(&mut self, slot: &Slot<T>, value: impl Into<String>) {
        if let Some(gap) = slot.gap() {
            self.count_gap(gap, value);
        }
    }

    fn count_gap(&mut self, gap: &str, value: impl Into<String>) {
        *self.0.entry((gap.to_owned(), value.into())).or_default() += 1;
    }
}

fn step(trace: &TraceView<'_>, index: usize, seen: &mut ObservationCounts) {
    let (Some(step), Some(operation)) = (trace.step(index), trace.operation(index)) else {
        return;
    };
    let Some(attempt) = trace.attempt(index) else {
        return;
    };
    for answer in &attempt.answers {
        match answer.class {
            AnswerClass::Accepted => accepted(trace, index, answer, seen),
            AnswerClass::Refused => {
                if let Expectation::Refused(case) = &step.expect
                    && trace.refusal(index) == RefusalOutcome::Matched
                    && let Some(case) = trace.contract.error_case(operation, case)
                {
                    seen.count(&case.status, answer.status.to_string());
                    error_members(trace, answer, seen);
                }
            }
            AnswerClass::Unusable(_) => continue,
        }
        if let Some(gap) = &step.observes {
            let came_out =
                if answer.class == AnswerClass::Accepted { "accepted" } else { "refused" };
            seen.count_gap(gap, format!("{came_out}: {}", answer.summary()));
        }
        if step.key == KeyChoice::Absent {
            let required = if answer.class == AnswerClass::Accepted { "no" } else { "yes" };
            seen.count(&operation.key_required, required);
        }
    }
}

fn accepted(trace: &TraceView<'_>, index: usize, answer: &Answer, seen: &mut ObservationCounts) {
    let Some(operation) = trace.operation(index) else {
        return;
    };
    seen.count(&operation.success.status, answer.status.to_string());
    seen.count(&operation.success.body, body(answer));
    if let Some(paging) = contract::paging(operation)
        && let Some(Json::Map(members)) =
            answer.json.as_ref().and_then(|json| json.get(&paging.meta))
    {
        let kinds: Vec<_> =
            members.iter().map(|(key, value)| format!("{key}: {}", value.kind())).collect();
        seen.count(&paging.integers, kinds.join(", "));
    }
    for member in contract::envelope(operation).unwrap_or_default() {
        let Some(value) = answer.json.as_ref().and_then(|json| json.get(&member.wire)) else {
            continue;
        };
        let records = value.items().unwrap_or(std::slice::from_ref(value));
        for record in records {
            fields(contract::fields(trace.contract, &member.ty), record, seen);
        }
        further_members(trace, &member.ty, records, seen);
    }
}

/// Of a body of which nothing is said: its outermost form.
fn body(answer: &Answer) -> String {
    match &answer.json {
        Some(Json::Map(members)) => {
            let names: Vec<_> = members.iter().map(|(name, _)| name.as_str()).collect();
            format!(
                "an object with {}",
                if names.is_empty() { "nothing".into() } else { names.join(", ") }
            )
        }
        Some(json) => json.kind().to_owned(),
        None if answer.empty => "empty".to_owned(),
        None => "no JSON".to_owned(),
    }
}

fn fields(known: &[spec::Field], record: &Json, seen: &mut ObservationCounts) {
    for field in known {
        match record.get(&field.wire) {
            None => seen.count(&field.present, "absent"),
            Some(value) => {
                seen.count(&field.present, "present");
                let null = if *value == Json::Null { "null" } else { "a value" };
                seen.count(&field.nullable, null);
            }
        }
    }
}

fn further_members(
    trace: &TraceView<'_>,
    ty: &spec::Type,
    records: &[Json],
    seen: &mut ObservationCounts,
) {
    let name = match ty {
        spec::Type::Record(name) => name,
        spec::Type::List(item) => match item.as_ref() {
            spec::Type::Record(name) => name,
            _ => return,
        },
        _ => return,
    };
    let Some(known) = trace.contract.record(name) else {
        return;
    };
    for record in records {
        let Json::Map(members) = record else { continue };
        let more = members.iter().map(|(name, _)| name.as_str());
        let more = more.filter(|name| known.fields.iter().all(|field| field.wire != *name));
        let more: Vec<_> = more.collect();
        let more = if more.is_empty() { "none".to_owned() } else { more.join(", ") };
        seen.count(&known.further_members, more);
    }
}

fn error_members(trace: &TraceView<'_>, answer: &Answer, seen: &mut ObservationCounts) {
    let body = &trace.contract.service.error_body;
    if let Some(Json::Map(members)) = &answer.json {
        let more: Vec<_> = members
            .iter()
            .map(|(name, _)| name.as_str())
            .filter(|name| *name != body.member)
            .collect();
        let more = if more.is_empty() { "none".to_owned() } else { more.join(", ") };
        seen.count(&body.further_members, more);
    }
}
