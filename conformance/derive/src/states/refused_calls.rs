//! Calls other than transitions that a state does not allow. They are refused, and the same call for a record in
//! another state is accepted.

use spec::{Condition, Contract, ErrorCase, Operation, Record};

use crate::call::{Call, accepted, create};
use crate::clause;
use crate::lifecycle::reachable;
use crate::record_input::{RecordInput, record_inputs};
use crate::scenario::Draft;
use crate::subject::Subject;

/// For each call that names the record and each refusal about its state: one scenario for a state in which it is refused,
/// and one for each other state, in which it is not refused for this reason. All but the first other state are for
/// thorough runs.
pub(super) fn scenarios(contract: &Contract, record: &Record) -> Vec<Draft> {
    let states = reachable(contract, record);
    let targets = record_inputs(contract, &record.name);
    let targets = targets.filter(|target| target.operation.transitions.is_empty());
    let drafts = targets.flat_map(|target| {
        let cases = target.operation.errors.iter();
        let drafts = cases.flat_map(|case| {
            let others = states.iter().filter(|state| !is_about(case, record, state));
            let others = others.filter_map(|state| other(contract, record, state, (&target, case)));
            let others = others.enumerate().map(|(number, draft)| match number {
                0 => draft,
                _ => draft.thorough(),
            });
            let refused = scenario(contract, record, &states, (&target, case));
            refused.into_iter().chain(others.collect::<Vec<_>>())
        });
        drafts.collect::<Vec<_>>()
    });
    drafts.collect()
}

/// Whether the case is about records in the state.
fn is_about(case: &ErrorCase, record: &Record, state: &str) -> bool {
    match case.when.stated() {
        Some(Condition::InState { record: about, state: wrong }) => {
            *about != record.name || wrong == state
        }
        Some(Condition::NotInState { record: about, state: right }) => {
            *about != record.name || right != state
        }
        _ => true,
    }
}

/// A call for a record in a state that the case is not about, beside one for a new record. Another case may apply.
fn other(
    contract: &Contract,
    record: &Record,
    state: &str,
    (target, case): (&RecordInput<'_>, &ErrorCase),
) -> Option<Draft> {
    let operation = target.operation;
    // Otherwise the refusal does not show which case it is.
    let is_recognised =
        case.text().is_some() || case.code.as_ref().is_some_and(|code| code.stated().is_some());
    let call = Call::new(contract, operation, "").filter(|_| is_recognised)?;
    let is_only_parameter = target.is_path() && operation.path_parameters.len() == 1;
    is_only_parameter.then_some(())?;
    let step = accepted(contract, operation, &call)?;
    let it =
        Subject::create(contract, &record.name, "it", &[])?.in_state(contract, record, state)?;
    let identifier = it.accepted_by(target.identifiers)?;
    let title =
        format!("A call for a {} in the state {state} is not refused for its state", record.name);
    let draft = Draft::new(operation, &format!("{state}_without_{}", case.id), title);
    let draft = call.subjects.iter().fold(draft, Draft::obtain);
    let draft =
        create(contract, operation, draft, "known", step.clone().may_be_refused().named("known"));
    let step = step.input(target.part, target.name, identifier).may_be_refused();
    let step = step.disproved_by(&case.id).proves([clause::refusal(operation, &case.id)]);
    Some(create(contract, operation, draft.obtain(&it), "other", step.named("other")))
}

/// The accepted call comes last: it may remove the record.
fn scenario(
    contract: &Contract,
    record: &Record,
    states: &[&str],
    (target, case): (&RecordInput<'_>, &ErrorCase),
) -> Option<Draft> {
    // If two error cases are about the state, the document does not say which of them is returned.
    let is_alone = |wrong: &str| {
        let others = target.operation.errors.iter().filter(|other| other.id != case.id);
        !others.filter_map(|other| other.when.stated()).any(|when| match when {
            Condition::InState { record: about, state } => *about == record.name && state == wrong,
            Condition::NotInState { record: about, state } => {
                *about == record.name && state != wrong
            }
            _ => false,
        })
    };
    let (wrong, right) = match case.when.stated()? {
        Condition::InState { record: about, state } if *about == record.name => {
            let is_reached = states.contains(&state.as_str()) && is_alone(state);
            let right = states.iter().find(|known| *known != state)?;
            (is_reached.then_some(state.as_str())?, *right)
        }
        Condition::NotInState { record: about, state } if *about == record.name => {
            let wrong = states.iter().find(|known| *known != state && is_alone(known))?;
            (*wrong, state.as_str())
        }
        _ => return None,
    };
    let operation: &Operation = target.operation;
    let mut call = Call::new(contract, operation, "")?;
    let is_only_parameter = target.is_path() && operation.path_parameters.len() == 1;
    is_only_parameter.then_some(())?;
    let subject = call.subjects.first()?.clone().in_state(contract, record, right)?;
    *call.subjects.first_mut()? = subject;
    let step = accepted(contract, operation, &call)?;
    let it = Subject::create(contract, &record.name, "it", &[])?;
    let it = it.in_state(contract, record, wrong)?;
    let identifier = it.accepted_by(target.identifiers)?;
    let refused = step.clone().input(target.part, target.name, identifier).refused(&case.id);
    let title = format!("A call for a {} in the state {wrong} is refused", record.name);
    let draft = Draft::new(operation, &format!("{wrong}_{}", case.id), title);
    let draft = call.subjects.iter().fold(draft, Draft::obtain).obtain(&it).step(refused);
    Some(create(contract, operation, draft, "allowed", step.named("allowed")))
}
