//! Refusals by comparison: `Item.quantity + body.delta outside 0 to 100`.
//!
//! Records are brought to both sides of each bound. The last value that is allowed is accepted. The next one is refused,
//! and a read shows the record as it was.

mod constants;
mod effects;
mod simulated;
mod situation;

use spec::{Comparison, Condition, Contract, ErrorCase, Operation, ValueSource};

use super::call::create;
use super::clause;
use super::reading::Reading;
use super::scenario::Draft;
use conformance_model::scenario::Step;
use situation::{Prepared, Situations};

/// For each bound of a comparison a scenario, and one for the values that an operation gives to members.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    let scenarios = contract.operations().flat_map(|operation| {
        let cases = operation.errors.iter().flat_map(|case| bounds(contract, operation, case));
        let effects = effects::scenarios(contract, operation);
        cases.chain(effects).chain(constants::scenarios(contract, operation))
    });
    scenarios.collect()
}

fn bounds(contract: &Contract, operation: &Operation, case: &ErrorCase) -> Vec<Draft> {
    let Some(Condition::Compares(comparison)) = case.when.stated() else { return Vec::new() };
    let Some(situations) = Situations::new(contract, operation, comparison.sources()) else {
        return Vec::new();
    };
    let scenarios = (0..comparison.tests.len()).flat_map(|bound| {
        let about = (case, comparison);
        let first = scenario((contract, operation), &situations, about, bound);
        first.into_iter().chain(again((contract, operation), &situations, about, bound))
    });
    scenarios.collect()
}

fn scenario(
    (contract, operation): (&Contract, &Operation),
    situations: &Situations<'_>,
    (case, comparison): (&ErrorCase, &Comparison),
    bound: usize,
) -> Option<Draft> {
    let (refused, accepted) = situations.around((case, comparison), bound)?;
    let title = format!("A call is refused when {}, and accepted otherwise", comparison.in_words());
    let what = match comparison.tests.len() {
        1 => case.id.clone(),
        _ => format!("{}_{}", case.id, comparison.tests.get(bound)?.0.name()),
    };
    let mut draft = Draft::new(operation, &what, title);
    let is_refused = clause::refusal(operation, &case.id);
    // Another call is accepted, so that the refusal is about the values.
    let inside = situations.inside(comparison, bound).unwrap_or_else(|| accepted.clone());
    for (name, values) in [("inside", &inside), ("at_bound", &accepted)] {
        let prepared = situations.prepare(values, name)?;
        let mut step = prepared.call.step.clone();
        if name == "at_bound" {
            step = step.disproved_by(&case.id).proves([is_refused.clone()]);
        }
        draft = obtain(contract, draft, &prepared, &format!("before_{name}"));
        draft = create(contract, operation, draft, name, step.named(name));
    }
    let prepared = situations.prepare(&refused, "beyond")?;
    let step = prepared.call.step.clone().refused(&case.id);
    let kept = unchanged(contract, &prepared, comparison, BEFORE);
    let kept = kept.into_iter().map(|read| read.proves([is_refused.clone()]));
    Some(obtain(contract, draft, &prepared, BEFORE).step(step).steps(kept))
}

/// The same after a call that has changed what is compared. A call that moves the record cannot be made again.
fn again(
    (contract, operation): (&Contract, &Operation),
    situations: &Situations<'_>,
    (case, comparison): (&ErrorCase, &Comparison),
    bound: usize,
) -> Option<Draft> {
    let is_changed = comparison.sources().any(|source| match source {
        ValueSource::Record { record, field } => {
            let mut effects = operation.effects.iter();
            effects.any(|effect| effect.record == *record && effect.field == *field)
        }
        ValueSource::Input(_) => false,
    });
    (is_changed && operation.transitions.is_empty()).then_some(())?;
    let inside = situations.inside(comparison, bound)?;
    let after = situations.after(&inside)?;
    let (refused, accepted) = after.around((case, comparison), bound)?;
    let title = format!("After another call, a call is refused when {}", comparison.in_words());
    let what = format!("{}_again_{}", case.id, comparison.tests.get(bound)?.0.name());
    let is_refused = clause::refusal(operation, &case.id);
    let prepared = situations.prepare(&inside, "it")?;
    let step = &prepared.call.step;
    let mut draft = Draft::new(operation, &what, title);
    draft = obtain(contract, draft, &prepared, "before_first");
    draft = create(contract, operation, draft, "first", step.clone().named("first"));
    draft = draft.steps(reads(contract, &prepared, BEFORE));
    draft = draft.step(after.sent(step, &refused).refused(&case.id));
    let kept = unchanged(contract, &prepared, comparison, BEFORE);
    draft = draft.steps(kept.into_iter().map(|read| read.proves([is_refused.clone()])));
    let last = after.sent(step, &accepted).disproved_by(&case.id).proves([is_refused]);
    Some(create(contract, operation, draft, "last", last.named("last")))
}

/// The first part of the names of the reads before a refused call.
const BEFORE: &str = "before";

/// Obtains what the call needs, and reads the records that it names, in steps with these names.
fn obtain(contract: &Contract, draft: Draft, prepared: &Prepared, names: &str) -> Draft {
    let draft = prepared.call.subjects.iter().fold(draft, Draft::obtain);
    draft.steps(reads(contract, prepared, names))
}

/// Reads of the records that the call names.
fn reads(contract: &Contract, prepared: &Prepared, names: &str) -> Vec<Step> {
    let readings = readings(contract, prepared).into_iter().enumerate();
    readings.map(|(at, (reading, _))| reading.step.named(&format!("{names}_{at}"))).collect()
}

/// How each record that the call names is read.
fn readings<'p>(contract: &Contract, prepared: &'p Prepared) -> Vec<(Reading, &'p str)> {
    let readings = prepared.records.iter().filter_map(|(record, subject)| {
        let reading = Reading::single(contract, record, subject).into_iter().next()?;
        Some((reading, record.as_str()))
    });
    readings.collect()
}

/// Reads that show the same as those with these names, before the refusal.
fn unchanged(
    contract: &Contract,
    prepared: &Prepared,
    comparison: &Comparison,
    before: &str,
) -> Vec<Step> {
    let readings = readings(contract, prepared).into_iter().enumerate();
    let reads = readings.filter_map(|(at, (reading, record))| {
        let mut step = reading.step.clone();
        for source in comparison.sources() {
            let ValueSource::Record { record: of, field } = source else { continue };
            if let Some(place) = reading.member(contract, field).filter(|_| of == record) {
                step = step.equals(&place, format!("{{{before}_{at}.response.{place}}}"));
            }
        }
        (!step.equals.is_empty()).then_some(step)
    });
    reads.collect()
}
