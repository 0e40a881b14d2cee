//! Allowed transition: a transition is refused in a state that allows it.

use super::parts::*;

pub(super) fn mutations(target: ClauseContext<'_>, name: Option<&str>) -> Vec<Mutation> {
    let Some(operation) = target.operation else {
        return Vec::new();
    };
    let declaration = operation.transition(name);
    let transition = TransitionRef::new(operation, name);
    let case =
        declaration.and_then(|declaration| declaration.refused_with.as_ref()).map(|id| id.as_str());
    let refuse = |case| refuse_accepted(&transition, case);
    let mut mutations = vec![refuse(case).named("refused", "the transition is refused but done")];
    // Only a documented refusal distinguishes a forbidden transition from an invalid call.
    if case.is_some() {
        mutations.extend([
            refuse_all(&transition, case)
                .named("refused_and_not_done", "the transition is refused and not done"),
            refuse(case).when(for_another_record).named(
                "refused_for_others",
                "the transition is refused for all records but the first",
            ),
        ]);
    } else {
        let reject = |rejection: Rejection| {
            let transition = transition.clone();
            rejection.of_accepted_calls().when(move |cx| transition.is_requested_in(cx))
        };
        mutations.extend([
            reject(Rejection::ServerError)
                .named("server_error", "the server responds to the transition with 500"),
            reject(Rejection::OtherCase).named(
                "refused_as_other_case",
                "the transition is refused with the message of another case",
            ),
        ]);
    }
    if declaration.is_some_and(|declaration| declaration.from.is_none()) {
        mutations.push(refuse(None).when(after_other_transition).named(
            "refused_later",
            "the transition is refused after another transition of the record",
        ));
    }
    mutations
}

/// Whether another call has moved the record.
fn after_other_transition(cx: &InterceptContext<'_>) -> bool {
    let path = cx.call.path_values();
    let mut past = cx.history.newest_first();
    past.any(|past| past.is_accepted() && past.path == path && requests_any(cx.contract, past))
}

/// Refuses a transition that the server has done.
fn refuse_accepted(transition: &TransitionRef, case: Option<&str>) -> impl Intercept + use<> {
    let (transition, case) = (transition.clone(), case.map(str::to_owned));
    on_response(move |cx, response| {
        if transition.is_requested_in(cx) && cx.accepts(&response) {
            refusal(cx, case.as_deref())
        } else {
            response
        }
    })
}

/// Refuses a transition, without forwarding valid requests for it.
fn refuse_all(transition: &TransitionRef, case: Option<&str>) -> impl Intercept + use<> {
    let accepted = refuse_accepted(transition, case);
    let (transition, case) = (transition.clone(), case.map(str::to_owned));
    intercept(
        move |cx| {
            let is_valid = cx.is_about_known_records() && cx.call.has_required_members();
            if is_valid && transition.is_requested_in(cx) {
                RequestAction::Respond(refusal(cx, case.as_deref()))
            } else {
                cx.forward()
            }
        },
        move |cx, upstream| accepted.on_response(cx, upstream),
    )
}

fn refusal(cx: &InterceptContext<'_>, case: Option<&str>) -> Response {
    match case.and_then(|case| cx.contract.error_case(cx.call.operation, case)) {
        Some(case) => synthetic::documented_refusal(cx, case),
        None => synthetic::undocumented_refusal(cx.contract),
    }
}
