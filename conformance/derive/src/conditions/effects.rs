//! Values that a success gives to members: a read shows them after the call.

use conformance_model::scenario::{ClauseRef, Step};
use spec::{ClauseKind, Contract, InputPart, InputRef, MemberEffect, Operation, Sum, ValueSource};

use super::situation::{Prepared, Situations, Values};
use super::{obtain, readings};
use crate::call::create;
use crate::candidates::number;
use crate::reading::Reading;
use crate::scenario::Draft;
use crate::subject::Subject;
use crate::updates::two_values;

/// One scenario for each of the alternative values of the effects: with the inputs of the first, and without them.
pub(super) fn scenarios(contract: &Contract, operation: &Operation) -> Vec<Draft> {
    let most = operation.effects.iter().map(|effect| effect.values.len()).max().unwrap_or_default();
    (0..most).filter_map(|alternative| scenario(contract, operation, alternative)).collect()
}

fn scenario(contract: &Contract, operation: &Operation, alternative: usize) -> Option<Draft> {
    let effects = operation.effects.iter();
    let sums = effects.filter_map(|it| it.values.get(alternative).or(it.values.last()));
    let sources = sums.filter(|sum| sum.single().is_none_or(is_input));
    let sources = sources.flat_map(Sum::sources).filter(|source| match source {
        // The record that it creates has no values before.
        ValueSource::Record { record, .. } => operation.creates.as_ref() != Some(record),
        ValueSource::Input(_) => true,
    });
    let situations = Situations::new(contract, operation, sources)?;
    let changes = |values: &Values| {
        operation.effects.iter().all(|effect| {
            let (record, field) = (effect.record.clone(), effect.field.clone());
            let is_new = operation.creates.as_ref() == Some(&record);
            let before = situations.value(values, &ValueSource::Record { record, field });
            is_new || situations.result(values, effect).is_none_or(|after| Some(after) != before)
        })
    };
    let values = situations.accepted(changes).or_else(|| situations.accepted(|_| true))?;
    let mut prepared = situations.prepare(&values, "it")?;
    vary_copies(contract, operation, &mut prepared);
    let title = "A success gives members their values, and a read shows them";
    let what = match alternative {
        0 => "effects".to_owned(),
        other => format!("effects_{}", other + 1),
    };
    let draft = obtain(contract, Draft::new(operation, &what, title), &prepared, "before");
    let draft =
        create(contract, operation, draft, "done", prepared.call.step.clone().named("done"));
    let mut reads = Vec::new();
    for (reading, record) in all_readings(contract, operation, &prepared) {
        reads.extend(operation.effects.iter().filter(|effect| effect.record == record).filter_map(
            |effect| read(contract, &reading, effect, situations.result(&values, effect)),
        ));
    }
    let reads: Vec<Step> = reads
        .into_iter()
        .map(|(read, effect)| {
            let (record, field) = (effect.record.clone(), effect.field.clone());
            read.proves([ClauseRef::new(operation, ClauseKind::Effect { record, field })])
        })
        .collect();
    Some(draft.steps(reads))
}

fn is_input(source: &ValueSource) -> bool {
    matches!(source, ValueSource::Input(input) if input.part == InputPart::Body)
}

/// The members that effects copy.
fn copied(operation: &Operation) -> impl Iterator<Item = &ValueSource> {
    operation.effects.iter().flat_map(|effect| &effect.values).filter_map(Sum::single)
}

/// Creates records with values of copied members other than the defaults, so that a constant is no copy.
fn vary_copies(contract: &Contract, operation: &Operation, prepared: &mut Prepared) {
    for source in copied(operation) {
        let ValueSource::Record { record, field } = source else { continue };
        let steps = prepared.call.subjects.iter_mut().flat_map(|subject| &mut subject.steps);
        for step in steps {
            let creation = contract.operation(&step.call);
            let creation = creation.filter(|known| known.creates.as_ref() == Some(record));
            let input = creation.and_then(|creation| creation.body_field(field));
            let at = InputRef::new(InputPart::Body, field);
            let input = input.filter(|_| !step.inputs.set.contains_key(&at));
            if let Some([_, other]) = input.and_then(two_values) {
                *step = step.clone().body(field, other);
            }
        }
    }
}

/// The reads of the records that the call names, and of the one that it creates.
fn all_readings(
    contract: &Contract,
    operation: &Operation,
    prepared: &Prepared,
) -> Vec<(Reading, String)> {
    let named = readings(contract, prepared).into_iter();
    let mut readings: Vec<_> =
        named.map(|(reading, record)| (reading, record.to_owned())).collect();
    if let Some(record) = &operation.creates {
        let created = Subject::created_by(contract, operation, "done", prepared.call.step.clone());
        let reading = Reading::single(contract, record, &created).into_iter().next();
        readings.extend(reading.map(|reading| (reading, record.clone())));
    }
    readings
}

/// A read that shows the value, where it is a whole number that is known beforehand.
fn read<'e>(
    contract: &Contract,
    reading: &Reading,
    effect: &'e MemberEffect,
    value: Option<i64>,
) -> Option<(Step, &'e MemberEffect)> {
    let place = reading.member(contract, &effect.field)?;
    Some((reading.step.clone().equals(&place, number(value?)), effect))
}
