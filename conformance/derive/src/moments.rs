//! Members that hold the time of the call, in the response to a valid call.

use conformance_model::scenario::ClauseRef;
use spec::{ClauseKind, Contract, Operation, field_path};

use super::call::{Call, accepted, create};
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
    let step = fields.iter().fold(valid, |step, shown| {
        let (member, field) = (shown.member.clone(), shown.field.clone());
        let step = step.near(&field_path(&member, &field), "{ago 0s}");
        step.proves([ClauseRef::new(operation, ClauseKind::FieldValue { member, field })])
    });
    Some(create(contract, operation, draft, "made", step.named("made")))
}
