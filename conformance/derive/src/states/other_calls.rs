//! Calls that are not about the state, for a record in each state.
//!
//! The document does not say that they are accepted there; but a record in a state in which
//! records may start is not unknown, and an accepted call has its effect.

use crate::clause;
use conformance_model::scenario::ClauseRef;
use spec::{ClauseKind, Contract, Defect, Identifier, InputRef, Operation, Record};

use super::cycle::refused_in;
use super::{Observed, identifiers};
use crate::lifecycle::{may_start_in, moves, reachable};
use crate::record_input::{RecordInput, creation_of, record_inputs};
use crate::scenario::Draft;
use crate::subject::{Subject, text_member};
use conformance_model::scenario::Step;

/// For each state, and each call that names the record beside the transitions.
pub(super) fn scenarios(contract: &Contract, record: &Record) -> Vec<Draft> {
    let states = reachable(contract, record);
    let targets: Vec<_> = record_inputs(contract, &record.name).collect();
    let calls = states.iter().flat_map(|state| targets.iter().map(move |target| (*state, target)));
    calls
        .filter_map(|(state, target)| {
            creation(contract, record, state, target)
                .or_else(|| update(contract, record, state, target))
        })
        .collect()
}

/// The case of a record that does not exist.
fn unknown_case<'c>(operation: &'c Operation, input: &InputRef) -> Option<&'c str> {
    operation.case_of(input, Defect::Unknown).map(|case| case.id.as_str())
}

/// Creations that refer to the record, by each identifier: first for one whose state nothing changed.
fn creation(
    contract: &Contract,
    record: &Record,
    state: &str,
    target: &RecordInput<'_>,
) -> Option<Draft> {
    let operation = target.operation;
    let unknown = unknown_case(operation, &target.input())?;
    operation.creates.as_deref().filter(|_| operation.transitions.is_empty())?;
    // Another state may take the record out of what it must belong to.
    let needs_nothing = contract.operations().any(|removal| removal.removes == operation.creates);
    // New records are accepted. The document need not say so of a record in a state in which none
    // starts, nor with which of the documented messages it is refused.
    let is_known = may_start_in(contract, record, Some(state));
    (needs_nothing || is_known).then_some(())?;
    let control = Subject::create(contract, &record.name, "control", &[])?
        .with_looked_up_identifier(contract, &record.name, "control");
    let it = Subject::create(contract, &record.name, "it", &[])?
        .with_looked_up_identifier(contract, &record.name, "it")
        .in_state(contract, record, state)?;
    let title = if is_known {
        format!("A {} in the state {state} is not unknown", record.name)
    } else {
        format!("A {} in the state {state} stays in it, if the call is accepted", record.name)
    };
    let mut scenario = Draft::new(operation, state, title);
    for (name, subject, is_control) in [("control", &control, true), ("it", &it, false)] {
        scenario = scenario.obtain(subject);
        // What showed the identifier may be what is created here.
        let removal = subject.removal_of_same(operation, contract);
        // The transition may have removed it.
        scenario = scenario
            .steps(removal.map(|step| if is_control { step } else { step.may_be_refused() }));
        let (before, after) = if is_control {
            (Vec::new(), Vec::new())
        } else {
            let is_testable =
                operation.untestable.iter().all(|(untestable, _)| untestable.value != "creates");
            let clause = is_testable.then(|| ClauseRef::new(operation, ClauseKind::Creation));
            let refusals = |clause: Option<&ClauseRef>| {
                still_refused(contract, record, state, subject, clause)
            };
            (refusals(None), refusals(clause.as_ref()))
        };
        scenario = scenario.steps(before);
        for (kind, identifier) in subject.each_accepted_by(target.identifiers) {
            let made = format!("{name}_{}", kind.name());
            let mut calls = creation_of(contract, target, identifier, &made)?;
            if !is_control {
                let call = calls.steps.pop()?.may_be_refused();
                let call = call.proves([target.clause(kind)]);
                let call = if is_known { call.disproved_by(unknown) } else { call };
                calls.steps.push(call);
            }
            scenario = scenario.obtain(&calls).steps(after.clone());
            scenario = scenario.steps(calls.finally.first().cloned());
        }
    }
    Some(scenario)
}

/// Transitions that are refused in the state: the call before them has not changed it.
fn still_refused(
    contract: &Contract,
    record: &Record,
    state: &str,
    subject: &Subject,
    clause: Option<&ClauseRef>,
) -> Vec<Step> {
    let refused = moves(contract, &record.name).into_iter().filter_map(|refused| {
        let case = refused_in(&refused, &record.name, state)?;
        let step = refused.step(identifiers(subject, &refused).first()?)?.refused(case);
        Some(match clause {
            Some(clause) => step.must_not_affect(clause.clone()),
            None => step,
        })
    });
    refused.collect()
}

/// Changes of a text, by each identifier.
fn update(
    contract: &Contract,
    record: &Record,
    state: &str,
    target: &RecordInput<'_>,
) -> Option<Draft> {
    let operation = target.operation;
    let is_updated = |member: &&str| operation.body_field(member).is_some();
    let member = text_member(contract, &record.name)
        .filter(|_| operation.updates.is_some())
        .filter(is_updated)?;
    let (observed, subject) = Observed::obtain(contract, record, Some(state))?;
    let title = format!("The {member} of a {} in the state {state} is changed", record.name);
    let mut scenario = Draft::new(operation, &format!("{state}_{member}"), title)
        .obtain(&subject)
        .steps(observed.text(&subject));
    let mut before = format!("{{it.body.{member}}}");
    for (kind, identifier) in subject.each_accepted_by(target.identifiers) {
        let name = format!("by_{}", kind.name());
        let change = target.call(identifier)?.named(&name).may_be_refused();
        let change = change.body(member, format!("Changed by {} {{unique}}", kind.name()));
        let after = format!("{{{name}.body.{member}}}");
        let reads = observed.reads(&subject, |step, _| {
            let shows = subject.identifier(Identifier::Email).into_iter().chain([after.as_str()]);
            step.shows(shows).hides([before.clone()]).proves([clause::update(operation, member)])
        });
        scenario = scenario.step(change).steps(reads);
        before = after;
    }
    Some(scenario)
}
