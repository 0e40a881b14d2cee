//! Effect of a transition: it is acknowledged but not done, or applies to other records as well.

use spec::{InputPart, Operation};

use super::parts::*;

pub(super) fn mutations(target: ClauseContext<'_>, name: Option<&str>) -> Vec<Mutation> {
    let Some(operation) = target.operation else {
        return Vec::new();
    };
    let transition = operation.transition(name);
    let trigger = transition.and_then(|transition| transition.trigger.as_ref());
    let in_body = trigger.filter(|trigger| trigger.input.part == InputPart::Body);
    let mut mutations = if let Some(trigger) = in_body {
        not_done(|| drop_member(&trigger.input.name, Some(&trigger.value)))
    } else if transition.is_some_and(|transition| transition.refused_with.is_none()) {
        not_done(drop_call)
    } else {
        // The documented refusal of a second call proves the transition, so the second call is accepted.
        not_done(|| accept_again(name))
    };
    mutations.extend(move_others(target, operation, name).map(Mutation::in_all_operations));
    mutations
}

fn not_done<I: Intercept + 'static>(not_done: impl Fn() -> I) -> Vec<Mutation> {
    vec![
        not_done().named("not_done", "the transition is acknowledged but not done"),
        not_done()
            .when(for_another_record)
            .named("not_done_for_others", "the transition is done only for the first record"),
    ]
}

/// Accepts repetitions of an accepted call that the server refuses because of the state.
fn accept_again(name: Option<&str>) -> impl Intercept + use<> {
    let name = name.map(str::to_owned);
    on_response(move |cx, response| {
        let refused_with = cx
            .call
            .operation
            .transition(name.as_deref())
            .filter(|transition| is_requested(transition, &cx.call.sent))
            .and_then(|transition| transition.refused_with.as_deref());
        if cx.history.accepted_before(cx.call)
            && refused_with.is_some_and(|case| cx.is_refused_as(&response, case))
        {
            synthetic::acceptance(cx)
        } else {
            response
        }
    })
}

/// A mutation that treats other records as moved after a transition of one record. `None` if neither a documented
/// refusal nor a field depends on the state.
fn move_others(
    target: ClauseContext<'_>,
    operation: &Operation,
    name: Option<&str>,
) -> Option<Mutation> {
    let record = &operation.transition(name)?.record;
    let lifecycle = target.contract.record(record)?.lifecycle.as_ref()?;
    let transition = TransitionRef::new(operation, name);
    let (name, statement) = ("moves_others", "the transition applies to other records as well");
    let mut transitions = target.contract.operations().flat_map(|operation| &operation.transitions);
    if transitions.any(|moved| moved.record == *record && moved.refused_with.is_some()) {
        Some(refuse_others(transition, record).named(name, statement))
    } else {
        let state_field = lifecycle.shown_in.stated()?;
        Some(show_others_as_moved(transition, state_field).named(name, statement))
    }
}

/// Refuses transitions of records that were known before another record was moved.
fn refuse_others(transition: TransitionRef, record: &str) -> impl Intercept + use<> {
    let record = record.to_owned();
    on_response(move |cx, response| {
        let operation = cx.call.operation;
        let case = operation
            .transitions
            .iter()
            .filter(|moved| moved.record == record && is_requested(moved, &cx.call.sent))
            .find_map(|moved| moved.refused_with.as_deref())
            .and_then(|case| cx.contract.error_case(operation, case));
        match case {
            Some(case) if cx.accepts(&response) && is_affected(cx, &transition) => {
                synthetic::documented_refusal(cx, case)
            }
            _ => response,
        }
    })
}

/// Whether the record of the call was known before another record was moved.
fn is_affected(cx: &InterceptContext<'_>, transition: &TransitionRef) -> bool {
    let path = cx.call.path_values();
    let mentions_record = |past: &PastExchange| {
        let operation = cx.contract.operation(&past.operation);
        let creates = operation.is_some_and(|operation| operation.creates.is_some());
        let shown = past.response.body.json().filter(|_| creates);
        past.path == path || shown.is_some_and(|shown| path.iter().any(|id| shown.holds_text(id)))
    };
    let moves_other =
        |past: &PastExchange| past.path != path && transition.was_made_by(cx.contract, past);
    cx.history.was_followed(mentions_record, moves_other)
}

/// Shows other records than the last moved one in another state, which is another one after each transition.
fn show_others_as_moved(transition: TransitionRef, state_field: &str) -> impl Intercept + use<> {
    let state_field = state_field.to_owned();
    edit_body(move |cx, body| {
        let past = cx.history.newest_first();
        let moves: Vec<_> = past.filter(|past| transition.was_made_by(cx.contract, past)).collect();
        if let Some(moved) = moves.first() {
            let state = Json::Text(format!("moved {}", moves.len()));
            json::each_object(body, &mut |members| {
                if !is_about(members, moved) {
                    json::replace(members, &state_field, &state);
                }
            });
        }
    })
}
