//! What is removed can be created again, and removed again.

use conformance_model::scenario::ClauseRef;
use spec::{ClauseKind, Condition, Contract, ErrorCase, Operation};

use crate::call;
use crate::record_input::{RecordInput, creation_of, record_inputs};
use crate::scenario::Draft;
use crate::subject::Subject;
use conformance_model::scenario::Step;

/// How often the record is created and removed.
const ROUNDS: usize = 3;

/// Rounds of a creation that is refused while the record exists, and of its removal.
pub(super) fn scenario(contract: &Contract, creation: &Operation) -> Option<Draft> {
    let created = creation.creates.as_deref()?;
    let mut cases = creation.errors.iter();
    let repeated = cases.find(|case| case.when.stated() == Some(&Condition::Repeated))?;
    let mut removals = contract.operations();
    let removal = removals.find(|removal| removal.removes.as_deref() == Some(created))?;
    let target = named_record(contract, creation)?;
    let subject = Subject::create(contract, target.record, "it", &[])?.with_looked_up_identifier(
        contract,
        target.record,
        "it",
    );
    let forms: Vec<_> = subject.each_accepted_by(target.identifiers).collect();
    let title =
        format!("A {created} is created and removed in {ROUNDS} rounds, and is never there twice");
    // A faulty removal may remove what was created first.
    let (neighbour, still_there) = neighbour(contract, &target, repeated)?;
    let unaffected =
        still_there.clone().must_not_affect(ClauseRef::new(removal, ClauseKind::Removal));
    let removed_before = subject.removal_by(removal);
    let is_removed_before = removed_before.is_some();
    let mut scenario = Draft::new(removal, "rounds", title).obtain(&neighbour).step(still_there);
    scenario = scenario.obtain(&subject).steps(removed_before);
    for round in 0..ROUNDS {
        let (name, again) = (format!("round_{round}"), format!("again_{round}"));
        let (_, first) = *forms.get(round % forms.len().max(1))?;
        let mut made = creation_of(contract, &target, first, &name)?;
        if round > 0 || is_removed_before {
            let proves = [ClauseRef::new(removal, ClauseKind::Removal)];
            let step = made.steps.pop()?.proves(proves);
            made.steps.push(step.disproved_by(&repeated.id));
        }
        let removed = made.removal_by(removal)?;
        scenario = scenario.obtain(&made);
        for (kind, identifier) in &forms {
            let mut refused =
                creation_of(contract, &target, identifier, &format!("{again}_{}", kind.name()))?;
            let step = refused.steps.pop()?.refused(&repeated.id);
            let step = if *identifier == first { step } else { step.repeats(&name) };
            refused.steps.push(step);
            scenario = scenario.obtain(&refused);
        }
        scenario = scenario.step(removed.clone()).step(unaffected.clone());
        if round == 0 {
            let nothing = unknown(contract, creation, removal);
            for removes_nothing in nothing.into_iter().chain([removed.no_expectation()]) {
                scenario = scenario.step(removes_nothing).step(unaffected.clone());
            }
        }
    }
    Some(scenario)
}

/// Another record of which the same is created; and the call that is refused as long as that is there.
pub(super) fn neighbour(
    contract: &Contract,
    target: &RecordInput<'_>,
    repeated: &ErrorCase,
) -> Option<(Subject, Step)> {
    let mut neighbour = Subject::create(contract, target.record, "other", &[])?;
    let identifier = neighbour.accepted_by(target.identifiers)?.to_owned();
    let again = creation_of(contract, target, &identifier, "kept")?.steps.pop()?;
    neighbour.include(&creation_of(contract, target, &identifier, "kept")?);
    Some((neighbour, again.unnamed().refused(&repeated.id)))
}

/// The input that names a record which a scenario can create.
pub(super) fn named_record<'c>(
    contract: &'c Contract,
    creation: &'c Operation,
) -> Option<RecordInput<'c>> {
    let mut named = creation.body.iter().filter_map(|field| {
        let record = field.record.as_deref()?;
        let mut all = record_inputs(contract, record);
        all.find(|target| target.operation.id == creation.id && target.name == field.wire)
    });
    named.next()
}

/// The removal of a record that never existed. If it is refused, an accepted removal is evidence.
fn unknown(contract: &Contract, creation: &Operation, removal: &Operation) -> Option<Step> {
    let mut step = Step::call(&removal.id).no_expectation();
    for parameter in &removal.path_parameters {
        let owner = Subject::shared(contract, &parameter.record, "it");
        let is_owner = creation.path_parameter(&parameter.name).is_some();
        let known = owner
            .as_ref()
            .filter(|_| is_owner)
            .and_then(|owner| owner.own_identifier())
            .map(str::to_owned);
        let unknown = || call::unknown(&parameter.identifiers);
        step = step.path(&parameter.name, known.unwrap_or_else(unknown));
    }
    Some(step)
}
