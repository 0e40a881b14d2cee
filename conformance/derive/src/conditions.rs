//! Refusals by comparison: `Item.quantity + body.delta outside 0 to 100`.
//!
//! Records are brought to both sides of each bound. The last value that is allowed is accepted. The next one is refused,
//! and a read shows the record as it was.

mod removable;
mod situation;

use spec::{Comparison, Condition, Contract, ErrorCase, Operation, ValueSource};

use super::call::create;
use super::clause;
use super::reading::Reading;
use super::scenario::Draft;
use conformance_model::scenario::Step;
pub(crate) use removable::before_removal;
use situation::{Prepared, Situations, Values};

/// One scenario for each bound of a comparison.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let scenarios = contract.operations().flat_map(|operation| {
        operation.errors.iter().flat_map(move |case| {
            let Some(Condition::Compares(comparison)) = case.when.stated() else {
                return Vec::new();
            };
            let bounds = 0..comparison.tests.len();
            let scenarios = bounds
                .filter_map(|bound| scenario(contract, operation, (case, comparison), bound));
            scenarios.collect()
        })
    });
    scenarios.collect()
}

fn scenario(
    contract: &Contract,
    operation: &Operation,
    (case, comparison): (&ErrorCase, &Comparison),
    bound: usize,
) -> Option<Draft> {
    let situations = Situations::new(contract, operation, case, comparison)?;
    let (refused, accepted) = situations.around(bound)?;
    let title = format!("A call is refused when {}, and accepted otherwise", comparison.in_words());
    let what = match comparison.tests.len() {
        1 => case.id.clone(),
        _ => format!("{}_{}", case.id, comparison.tests.get(bound)?.0.name()),
    };
    let mut draft = Draft::new(operation, &what, title);
    // Another call is accepted, so that the refusal is about the values.
    let inside = situations.inside(bound).unwrap_or_else(|| accepted.clone());
    for (name, values) in [("inside", &inside), ("at_bound", &accepted)] {
        let prepared = situations.prepare(values, name)?;
        let step = prepared.call.step.clone();
        let step = match name {
            "at_bound" => step.disproved_by(&case.id).proves([clause::refusal(operation, &case.id)]),
            _ => step,
        };
        draft = draft_with(contract, draft, &prepared);
        draft = create(contract, operation, draft, name, step.named(name));
    }
    let prepared = situations.prepare(&refused, "beyond")?;
    draft = draft_with(contract, draft, &prepared).step(prepared.call.step.clone().refused(&case.id));
    let kept = unchanged(contract, &prepared, comparison, &refused);
    Some(draft.steps(kept.into_iter().map(|read| {
        read.proves([clause::refusal(operation, &case.id)])
    })))
}

/// Obtains what the call needs, and reads the records whose members are compared.
fn draft_with(contract: &Contract, draft: Draft, prepared: &Prepared) -> Draft {
    let draft = prepared.call.subjects.iter().fold(draft, Draft::obtain);
    draft.steps(readings(contract, prepared).into_iter().map(|(reading, _)| reading.step))
}

/// How each record whose members are compared is read.
fn readings(contract: &Contract, prepared: &Prepared) -> Vec<(Reading, String)> {
    let readings = prepared.records.iter().filter_map(|(record, subject)| {
        let reading = Reading::single(contract, record, subject).into_iter().next()?;
        Some((reading, record.clone()))
    });
    readings.collect()
}

/// Reads that show the values from before the refusal.
fn unchanged(
    contract: &Contract,
    prepared: &Prepared,
    comparison: &Comparison,
    values: &Values,
) -> Vec<Step> {
    let reads = readings(contract, prepared).into_iter().filter_map(|(reading, record)| {
        let mut step = reading.step.clone();
        for source in comparison.sources() {
            let ValueSource::Record { record: of, field } = source else { continue };
            let place = reading.member(contract, field).filter(|_| *of == record);
            if let (Some(place), Some(value)) = (place, values.get(source)) {
                step = step.equals(&place, situation::number(value));
            }
        }
        (!step.equals.is_empty()).then_some(step)
    });
    reads.collect()
}
