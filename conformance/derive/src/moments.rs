//! Members that hold the time of the call, in the response to a valid call.

use conformance_model::contract::envelope;
use conformance_model::scenario::{ClauseRef, Step};
use spec::{ClauseKind, Contract, Operation, Type, field_path};

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
    let near = |step: Step| {
        fields.iter().fold(step, |step, shown| {
            let (member, field) = (shown.member.clone(), shown.field.clone());
            let step = step.near(&field_path(&member, &field), "{ago 0s}");
            step.proves([ClauseRef::new(operation, ClauseKind::FieldValue { member, field })])
        })
    };
    let draft = create(contract, operation, draft, "made", near(valid).named("made"));
    Some(match later(contract, operation) {
        Some((call, later)) => {
            let draft = call.subjects.iter().fold(draft, Draft::obtain);
            create(contract, operation, draft, "later", near(later).named("later"))
        }
        None => draft,
    })
}

/// The same call for other records, a second later: the time is another one.
fn later(contract: &Contract, operation: &Operation) -> Option<(Call, Step)> {
    let call = Call::new(contract, operation, "_later")?;
    let step = accepted(contract, operation, &call)?.after_a_second();
    let places = operation.success.call_time_fields.iter().filter(|shown| {
        let member = envelope(operation)
            .and_then(|members| members.iter().find(|member| member.wire == shown.member));
        let record = member.and_then(|member| member.ty.record());
        let field = record.and_then(|record| contract.member(record, &shown.field));
        field.is_some_and(|field| matches!(field.ty, Type::Timestamp(_) | Type::UnixTime))
    });
    let step = places.fold(step, |step, shown| {
        let place = field_path(&shown.member, &shown.field);
        step.differs(&place, format!("{{made.response.{place}}}"))
    });
    Some((call, step)).filter(|(_, step)| !step.differs.is_empty())
}
