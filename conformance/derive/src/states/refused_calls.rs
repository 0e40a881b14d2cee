//! Calls other than transitions that a state does not allow. They are refused, and the same call for a record in
//! another state is accepted.

use spec::{Condition, Contract, ErrorCase, Operation, Record};

use crate::call::{Call, accepted, create};
use crate::lifecycle::reachable;
use crate::record_input::{RecordInput, record_inputs};
use crate::scenario::Draft;
use crate::subject::Subject;

/// One scenario for each call that names the record and each refusal about its state.
pub(super) fn scenarios(contract: &Contract, record: &Record) -> Vec<Draft> {
    let states = reachable(contract, record);
    let targets = record_inputs(contract, &record.name);
    let targets = targets.filter(|target| target.operation.transitions.is_empty());
    let drafts = targets.flat_map(|target| {
        let cases = target.operation.errors.iter();
        let drafts = cases.filter_map(|case| scenario(contract, record, &states, (&target, case)));
        drafts.collect::<Vec<_>>()
    });
    drafts.collect()
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
