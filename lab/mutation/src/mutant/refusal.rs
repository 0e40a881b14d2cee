//! Refusal: a call that must be refused is accepted.

use spec::{Condition, Format, InputRef, Operation, Type};

use super::parts::*;

pub(super) fn mutations(target: ClauseContext<'_>, case: &str) -> Vec<Mutation> {
    let mut mutations = vec![
        accept_case(case).named("accepted", "the call is accepted"),
        with_empty_object(accept_case(case))
            .named("empty_success", "the call returns an empty object"),
        accept_case(case)
            .when(after_accepted)
            .named("accepted_again", "the call is accepted after a valid one"),
    ];
    let Some(operation) = target.operation else {
        return mutations;
    };
    let declared = target.contract.error_case(operation, case);
    match declared.and_then(|declared| declared.when.value()) {
        Some(Condition::Repeated)
            if operation.body.iter().any(|field| field.identifiers.len() > 1) =>
        {
            mutations.push(accept_unless_identical(case).named(
                "accepted_with_other_identifier",
                "a repeated call is accepted if it uses another identifier of the record",
            ));
        }
        Some(Condition::Taken(input)) if can_be_moved(target, operation, input) => {
            mutations.push(accept_after_transition(case, input).named(
                "free_after_transition",
                "the value is free after a transition of its record",
            ));
        }
        _ => {}
    }
    mutations
}

/// Whether the input is an e-mail address, by which a call can request a transition of the created record.
fn can_be_moved(target: ClauseContext<'_>, operation: &Operation, input: &InputRef) -> bool {
    let email = Type::Text(Some(Format::Email));
    let mut body = operation.body.iter();
    let is_email = body.any(|field| field.wire == input.name && field.ty == email);
    let mut transitions = target.contract.operations().flat_map(|operation| &operation.transitions);
    is_email && transitions.any(|transition| Some(&transition.record) == operation.creates.as_ref())
}

/// Accepts repetitions that differ from the accepted call.
fn accept_unless_identical(case: &str) -> impl Intercept + use<> {
    accept_case(case).when(|cx| {
        let mut accepted = cx.history.accepted_calls(&cx.call.operation.id);
        accepted.all(|past| past.sent != cx.call.sent)
    })
}

/// Accepts calls after a transition of the record that is addressed by the input.
fn accept_after_transition(case: &str, input: &InputRef) -> impl Intercept + use<> {
    let input = input.clone();
    accept_case(case).when(move |cx| {
        let value = cx.call.sent.get(&input).and_then(Json::text);
        cx.history.newest_first().any(|past| {
            past.is_accepted()
                && past.path.iter().any(|id| Some(id.as_str()) == value)
                && requests_any(cx.contract, past)
        })
    })
}
