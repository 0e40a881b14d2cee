//! Gaps as `x-gaps`: the open points, and the answers of an overlay.

use std::collections::BTreeSet;

use serde_yaml::Value;
use spec::{Contract, Field, Gap, Type};

use super::map::Map;
use crate::doc::sentence;
use crate::plan::{self, gap_note};

/// Ids of the gaps of an operation.
pub fn of_operation<'c>(contract: &'c Contract, operation: &str) -> impl Iterator<Item = &'c str> {
    plan::gaps_of(contract, operation).map(|gap| gap.id.as_str())
}

/// Gaps by id, each once.
pub fn by_id<'c>(contract: &'c Contract, ids: impl IntoIterator<Item = &'c str>) -> Vec<Value> {
    distinct(contract, ids, |gap| &gap.id).map(|gap| entry(contract, gap)).collect()
}

/// Sentences about gaps without an answer, without duplicates.
pub fn notes<'c>(
    contract: &'c Contract,
    ids: impl IntoIterator<Item = &'c str>,
) -> impl Iterator<Item = String> {
    unanswered(contract, ids).map(|gap| gap_note(contract, gap))
}

/// What the gaps without an answer are about, as items of a list.
pub fn notes_only<'c>(
    contract: &'c Contract,
    ids: impl IntoIterator<Item = &'c str>,
) -> impl Iterator<Item = String> {
    unanswered(contract, ids).map(|gap| sentence(&gap.note))
}

/// The answers of the overlay to gaps, as items of a list without duplicates.
pub fn answers<'c>(
    contract: &'c Contract,
    ids: impl IntoIterator<Item = &'c str>,
) -> impl Iterator<Item = String> {
    let answers = ids.into_iter().filter_map(|id| contract.gap(id));
    let mut seen = BTreeSet::new();
    answers
        .filter_map(|gap| plan::answer_text(contract, gap))
        .filter(move |text| seen.insert(text.clone()))
}

/// Gaps without an answer, the first with each note.
fn unanswered<'c>(
    contract: &'c Contract,
    ids: impl IntoIterator<Item = &'c str>,
) -> impl Iterator<Item = &'c Gap> {
    distinct(contract, ids, |gap| &gap.note).filter(|gap| plan::answer(contract, gap).is_none())
}

/// Gaps by id, the first with each key.
fn distinct<'c, K: Ord>(
    contract: &'c Contract,
    ids: impl IntoIterator<Item = &'c str>,
    key: impl Fn(&'c Gap) -> K,
) -> impl Iterator<Item = &'c Gap> {
    let mut seen = BTreeSet::new();
    let gaps = ids.into_iter().filter_map(|id| contract.gap(id));
    gaps.filter(move |gap| seen.insert(key(gap)))
}

/// The gaps of a record's member: its type, its presence, whether it may be null, whether an overlay added it.
pub fn of_field(field: &Field) -> impl Iterator<Item = &str> {
    let ty = match &field.ty {
        Type::Unknown(gap) => Some(gap.as_str()),
        _ => None,
    };
    let slots = [field.present.gap(), field.nullable.gap(), field.added_by.as_deref()];
    ty.into_iter().chain(slots.into_iter().flatten())
}

/// The gaps of neither an operation nor a schema.
pub fn elsewhere(contract: &Contract) -> Vec<Value> {
    let mut shown: BTreeSet<&str> = BTreeSet::new();
    let error_body = &contract.service.error_body;
    shown.extend(error_body.further_members.gap());
    let complete = error_body.entries.iter().filter_map(|shape| shape.complete.gap());
    shown.extend(complete);
    for record in contract.records() {
        shown.extend(record.further_members.gap());
        shown.extend(record.fields.iter().flat_map(of_field));
    }
    let gaps = contract.gaps.iter();
    let gaps = gaps.filter(|gap| gap.operation.is_none() && !shown.contains(gap.id.as_str()));
    gaps.map(|gap| entry(contract, gap)).collect()
}

fn entry(contract: &Contract, gap: &Gap) -> Value {
    let interpretations = gap.interpretations.iter().map(|text| Value::from(text.as_str()));
    let map = Map::default()
        .with("id", gap.id.as_str())
        .with("note", gap.note.as_str())
        .with_non_empty("readings", interpretations.collect::<Vec<_>>());
    match plan::answer(contract, gap) {
        None => map.into(),
        Some(answer) => map
            .with("answer", value(&answer.value))
            .with_non_empty("because", answer.reason.as_str())
            .into(),
    }
}

/// The answer as JSON, if its canonical form is JSON; otherwise its text.
fn value(canonical: &str) -> Value {
    serde_yaml::from_str(canonical).unwrap_or_else(|_| canonical.into())
}
