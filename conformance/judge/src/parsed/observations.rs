//! Observations where the contract is silent: facts about a deployment, never a verdict.

use std::collections::BTreeMap;

use spec::{ErrorBody, Field, InputPart, InputRef, Slot, Type};

use crate::contract;
use crate::json::Json;
use crate::page::Page;
use crate::redact::{Quote, Redactor};
use crate::scenario::KeyChoice;

use super::response::{ParsedResponse, ResponseClass};
use super::side_effects::side_effects;
use super::view::{ParsedStep, RefusalOutcome, TraceView};

/// Limit for the different observations of one trace; ordinary servers give a few dozen.
const MAX_OBSERVATIONS: usize = 400;

/// Stands for the id of a gap where calls changed a record that no clause says anything about.
pub const SIDE_EFFECT: &str = "side effect";

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Observation {
    /// Id of the gap, or `side effect`.
    pub gap: String,
    pub value: Quote,
    pub witnesses: u32,
}

/// All observations of a run, in order of gap and value.
pub fn total_observations<'s>(
    traces: impl Iterator<Item = &'s ObservationCounts>,
) -> Vec<Observation> {
    let mut totals: BTreeMap<_, u32> = BTreeMap::new();
    for (observed, witnesses) in traces.flat_map(|counts| &counts.counts) {
        *totals.entry(observed).or_default() += witnesses;
    }
    totals
        .into_iter()
        .map(|((gap, value), witnesses)| Observation {
            gap: gap.clone(),
            value: value.clone(),
            witnesses,
        })
        .collect()
}

/// Observations of one trace, by gap and value, with their number.
#[derive(Clone, Debug, Default)]
pub struct ObservationCounts {
    counts: BTreeMap<(String, Quote), u32>,
    redactor: Redactor,
}

impl ObservationCounts {
    pub fn from_trace(trace: &TraceView<'_>) -> Self {
        let redactor = trace.redactor.clone();
        let mut counts = Self { counts: BTreeMap::new(), redactor };
        for call in &trace.steps {
            for response in call.responses() {
                counts.add_response(trace, call, response);
            }
            if let Some((gap, number)) =
                call.step.observes_gap.as_ref().zip(first_page_number(call))
            {
                counts.count_gap(gap, number);
            }
            for effect in side_effects(trace, call) {
                counts.count_gap(SIDE_EFFECT, effect);
            }
        }
        counts
    }

    fn count<T>(&mut self, slot: &Slot<T>, value: impl Into<String>) {
        if let Some(gap) = slot.gap() {
            self.count_gap(gap, value);
        }
    }

    fn count_gap(&mut self, gap: &str, value: impl Into<String>) {
        let observed = (gap.to_owned(), self.redactor.quote(value));
        if self.counts.len() < MAX_OBSERVATIONS || self.counts.contains_key(&observed) {
            *self.counts.entry(observed).or_default() += 1;
        }
    }

    fn add_response(
        &mut self,
        trace: &TraceView<'_>,
        call: &ParsedStep<'_>,
        response: &ParsedResponse,
    ) {
        let (outcome, key_required) = match response.class {
            ResponseClass::Accepted => ("accepted", "no"),
            ResponseClass::Refused => ("refused", "yes"),
            ResponseClass::Unusable(_) => return,
        };
        if response.class == ResponseClass::Accepted {
            self.add_accepted(trace, call, response);
        } else if call.refusal == RefusalOutcome::Matched
            && let Some(case) = trace.expected_case(call)
        {
            let body = &trace.contract.service.error_body;
            self.count(&case.status, response.status.to_string());
            if let (Some(slot), Some(path)) = (&case.code, &body.code) {
                let code = response.at(path);
                self.count(slot, code.map_or("absent".to_owned(), Json::to_string));
            }
            if case.text().is_none() {
                self.count(&case.message, response.summary());
            }
            if let (Some(slot), Some(member)) = (&case.field, &body.field) {
                let named = response.at(&member.path);
                self.count(slot, named.map_or("absent".to_owned(), Json::to_string));
            }
            if let Some(json) = response.json() {
                self.count(&body.further_members, further_error_members(body, json));
            }
        }
        if let Some(gap) = call.step.observes_gap.as_ref().filter(|_| !call.step.all_pages) {
            self.count_gap(gap, format!("{outcome}: {}", response.summary()));
        }
        if call.step.key == KeyChoice::Absent {
            self.count(&call.operation.key_required, key_required);
        }
    }

    fn add_accepted(
        &mut self,
        trace: &TraceView<'_>,
        call: &ParsedStep<'_>,
        response: &ParsedResponse,
    ) {
        let operation = call.operation;
        self.count(&operation.success.status, response.status.to_string());
        self.count(&operation.success.body, describe_body(response));
        if let Some(paging) = contract::paging(operation)
            && let Some(Json::Map(members)) =
                response.member(paging.meta.as_deref().unwrap_or_default())
        {
            // The body also has members other than the list.
            let is_counted = |key: &str| paging.meta.is_some() || paging.fact(key).is_some();
            let members = members.iter().filter(|(key, _)| is_counted(key));
            let kinds = members.map(|(key, value)| format!("{key}: {}", value.kind()));
            self.count(&paging.integers, kinds.collect::<Vec<_>>().join(", "));
        }
        for member in contract::envelope(operation).unwrap_or_default() {
            let Some(value) = response.member(&member.wire) else {
                continue;
            };
            for record in value.items().unwrap_or(std::slice::from_ref(value)) {
                self.add_record(trace, &member.ty, record);
            }
        }
    }

    fn add_record(&mut self, trace: &TraceView<'_>, ty: &Type, record: &Json) {
        let fields = contract::fields(trace.contract, ty);
        for field in fields {
            let value = record.get(&field.wire);
            self.count(&field.present, if value.is_some() { "present" } else { "absent" });
            if let Some(value) = value {
                let null = if *value == Json::Null { "null" } else { "a value" };
                self.count(&field.nullable, null);
            }
        }
        let item = if let Type::List(item) = ty { item } else { ty };
        if let Type::Record(name) = item
            && let Some(documented) = trace.contract.record(name)
        {
            let is_field = |name: &str| fields.iter().any(|field: &Field| field.wire == name);
            self.count_further_members(&documented.further_members, record, is_field);
        }
    }

    /// Counts the names of the members of an object that the contract does not describe.
    fn count_further_members<T>(
        &mut self,
        slot: &Slot<T>,
        json: &Json,
        is_known: impl Fn(&str) -> bool,
    ) {
        if let Json::Map(members) = json {
            let names = members.iter().map(|(name, _)| name.as_str());
            let names: Vec<_> = names.filter(|name| !is_known(name)).collect();
            self.count(slot, if names.is_empty() { "none".to_owned() } else { names.join(", ") });
        }
    }
}

/// The names of the members of an error body that the contract does not describe, also in the objects within it.
pub(crate) fn further_error_members(body: &ErrorBody, json: &Json) -> String {
    let mut known = vec![&body.member];
    known.extend(&body.code);
    known.extend(body.entries.as_ref().map(|entries| &entries.list));
    let (mut further, mut outer) = (Vec::new(), String::new());
    let mut object = Some(json);
    for depth in 0..=body.member.within.len() {
        let Some(Json::Map(members)) = object else { break };
        let is_known = |name: &str| known.iter().any(|path| path.names().nth(depth) == Some(name));
        let others = members.iter().filter(|(name, _)| !is_known(name));
        further.extend(others.map(|(name, _)| format!("{outer}{name}")));
        let next = body.member.within.get(depth);
        outer.extend(next.into_iter().flat_map(|name| [name, "."]));
        object = next.and_then(|name| object?.get(name));
    }
    if further.is_empty() { "none".to_owned() } else { further.join(", ") }
}

/// The number of the first page, if the pages were read to their end and show as many items as the list has: then no page
/// precedes them.
pub(crate) fn first_page_number(call: &ParsedStep<'_>) -> Option<String> {
    let attempt = call.attempt.filter(|attempt| attempt.is_accepted() && attempt.complete)?;
    let parameter = contract::page_selection(call.operation)?.number()?;
    let number = call.sent(&InputRef::new(InputPart::Query, parameter))?;
    let pages: Vec<_> = attempt
        .responses
        .iter()
        .map(|response| response.page(call.operation))
        .collect::<Option<_>>()?;
    let items: u64 = pages.iter().map(Page::count).sum();
    let is_whole = items > 0 && pages.last()?.total == Some(items);
    (call.step.all_pages && is_whole && pages.first()?.count() > 0)
        .then(|| number.text().map(str::to_owned))?
}

/// Of a body of which nothing is said: its outermost form.
fn describe_body(response: &ParsedResponse) -> String {
    match response.json() {
        Some(Json::Map(members)) if members.is_empty() => "an object with nothing".to_owned(),
        Some(Json::Map(members)) => {
            let names: Vec<_> = members.iter().map(|(name, _)| name.as_str()).collect();
            format!("an object with {}", names.join(", "))
        }
        Some(json) => json.kind().to_owned(),
        None if response.is_empty() => "empty".to_owned(),
        None => "no JSON".to_owned(),
    }
}
