//! Members that hold the time of the call, in the response to a valid call.

use conformance_model::contract::changed_record;
use conformance_model::scenario::{ClauseRef, Step};
use spec::{ClauseKind, Contract, Operation, field_path};

use super::call::{Call, accepted, create};
use super::reading::Reading;
use super::scenario::Draft;

/// One scenario for each operation with such members.
pub(super) fn generate(contract: &Contract) -> Vec<Draft> {
    contract.operations().filter_map(|operation| scenario(contract, operation)).collect()
}

fn scenario(contract: &Contract, operation: &Operation) -> Option<Draft> {
    let fields = &operation.success.call_time_fields;
    let call = Call::new(contract, operation, "").filter(|_| !fields.is_empty())?;
    let title = "Members hold the time of the call";
    let draft = call.subjects.iter().fold(Draft::new(operation, "", title), Draft::obtain);
    let valid = accepted(contract, operation, &call)?;
    // The time moves, where the call changes a record that a read shows before it.
    let before = read_before(contract, operation, &call);
    let valid = if before.is_some() { valid.after_a_second() } else { valid };
    let step = fields.iter().fold(valid, |step, shown| {
        let (member, field) = (shown.member.clone(), shown.field.clone());
        let place = field_path(&member, &field);
        let step = step.near(&place, "{ago 0s}");
        let known = before.as_ref().and_then(|(reading, _)| reading.member(contract, &field));
        let step = match known {
            Some(known) => step.differs(&place, format!("{{before.response.{known}}}")),
            None => step,
        };
        step.proves([ClauseRef::new(operation, ClauseKind::FieldValue { member, field })])
    });
    let draft = draft.steps(before.map(|(_, read)| read));
    Some(create(contract, operation, draft, "made", step.named("made")))
}

/// A read of the record that the call changes.
fn read_before(contract: &Contract, operation: &Operation, call: &Call) -> Option<(Reading, Step)> {
    let record = changed_record(operation)?;
    let [parameter] = operation.path_parameters.as_slice() else { return None };
    let subject = call.subjects.first().filter(|_| parameter.record == record)?;
    let reading = Reading::single(contract, record, subject).into_iter().next()?;
    let read = reading.step.clone().named("before");
    Some((reading, read))
}
