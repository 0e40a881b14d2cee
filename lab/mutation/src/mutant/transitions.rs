//! Transitions of records.

use referral_conformance::parsed::SentInputs;
use spec::{InputPart, Operation, Type};

use super::parts::*;

/// Allowed transition: a transition is refused in a state that allows it.
pub(super) fn transition_allowed(target: ClauseContext<'_>, name: Option<&str>) -> Vec<Mutation> {
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
fn refuse_accepted(transition: &TransitionRef, case: Option<&str>) -> Intercept {
    let (transition, case) = (transition.clone(), case.map(str::to_owned));
    replace_if(
        move |cx, response| transition.is_requested_in(cx) && cx.accepts(response),
        move |cx| refusal(cx, case.as_deref()),
    )
}

/// Refuses a transition, without forwarding valid requests for it.
fn refuse_all(transition: &TransitionRef, case: Option<&str>) -> Intercept {
    let accepted = refuse_accepted(transition, case);
    let (transition, case) = (transition.clone(), case.map(str::to_owned));
    Intercept::new(
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

/// Effect of a transition: it is acknowledged but not done, or applies to other records as well.
pub(super) fn transition_done(target: ClauseContext<'_>, name: Option<&str>) -> Vec<Mutation> {
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

fn not_done(not_done: impl Fn() -> Intercept) -> Vec<Mutation> {
    vec![
        not_done().named("not_done", "the transition is acknowledged but not done"),
        not_done()
            .when(for_another_record)
            .named("not_done_for_others", "the transition is done only for the first record"),
    ]
}

/// Accepts repetitions of an accepted call that the server refuses because of the state.
fn accept_again(name: Option<&str>) -> Intercept {
    let name = name.map(str::to_owned);
    replace_if(
        move |cx, response| {
            let transition = cx.call.operation.transition(name.as_deref());
            let refused_with = transition
                .filter(|transition| is_requested(transition, &cx.call.sent))
                .and_then(|transition| transition.refused_with.as_deref());
            cx.history.accepted_before(cx.call)
                && refused_with.is_some_and(|case| cx.is_refused_as(response, case))
        },
        synthetic::acceptance,
    )
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
fn refuse_others(transition: TransitionRef, record: &str) -> Intercept {
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
fn show_others_as_moved(transition: TransitionRef, state_field: &str) -> Intercept {
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

/// No mutations if no field is known to show the state.
pub(super) fn transition_except(
    target: ClauseContext<'_>,
    transition: Option<&str>,
) -> Vec<Mutation> {
    let Some(ignore) = IgnoreGuard::new(target, transition) else {
        return Vec::new();
    };
    let refused = IgnoreGuard { refuses: true, ..ignore.clone() };
    let later = IgnoreGuard { after_other_transition: true, ..ignore.clone() };
    [
        ("done", "the transition is done despite its guard", ignore),
        ("refused_and_done", "the transition is refused but done", refused),
        ("done_after_another", "the guard is ignored after a transition of another record", later),
    ]
    .map(|(name, statement, ignore)| ignore.intercept().named(name, statement).in_all_operations())
    .into()
}

/// Shows a record in the new state from a guarded call on.
///
/// The response of a guarded call is not documented: the call is refused with an undocumented error, or accepted
/// without effect. The latter can only be recognized if the new state is known.
#[derive(Clone)]
struct IgnoreGuard {
    transition: TransitionRef,
    state_field: String,
    /// The new state, if known.
    to: Option<String>,
    /// Whether the call is still refused.
    refuses: bool,
    /// Whether the guard is ignored only after a transition of another record.
    after_other_transition: bool,
}

/// A value that is not a documented state, used if the new state is not known.
const OTHER_STATE: &str = "moved";

impl IgnoreGuard {
    fn new(target: ClauseContext<'_>, name: Option<&str>) -> Option<Self> {
        let operation = target.operation?;
        let transition = operation.transition(name)?;
        let record = target.contract.record(&transition.record)?;
        let shown_in = record.lifecycle.as_ref().and_then(|lifecycle| lifecycle.shown_in.value());
        // The first enumeration probably shows the state.
        let enumeration = || {
            let mut fields = record.fields.iter();
            let field = fields.find(|field| matches!(field.ty, Type::Enumeration(_)))?;
            Some(&field.wire)
        };
        Some(Self {
            transition: TransitionRef::new(operation, name),
            state_field: shown_in.or_else(enumeration)?.clone(),
            to: transition.to.value().cloned(),
            refuses: false,
            after_other_transition: false,
        })
    }

    /// Whether a call requested the transition and the guard prevented it, as its outcome shows.
    fn is_guarded(
        &self,
        cx: &InterceptContext<'_>,
        operation: &str,
        sent: &SentInputs,
        outcome: CallOutcome,
    ) -> bool {
        let may_be_guarded = match outcome {
            CallOutcome::Accepted => self.to.is_some(),
            CallOutcome::DocumentedRefusal => false,
            CallOutcome::OtherRefusal => true,
        };
        may_be_guarded && self.transition.is_requested_by(cx.contract, operation, sent)
    }

    /// Whether the last transition requested for the record was prevented by the guard.
    fn is_shown_as_moved(&self, cx: &InterceptContext<'_>, id: &str) -> bool {
        let mut earlier = cx.history.newest_first();
        let last = earlier.find(|past| {
            past.outcome != CallOutcome::DocumentedRefusal
                && past.path.iter().any(|text| text == id)
                && requests_any(cx.contract, past)
        });
        last.is_some_and(|last| {
            self.is_guarded(cx, &last.operation, &last.sent, last.outcome)
                && self.applies(cx, &last.path, earlier)
        })
    }

    fn applies<'p>(
        &self,
        cx: &InterceptContext<'_>,
        path: &[String],
        mut earlier: impl Iterator<Item = &'p PastExchange>,
    ) -> bool {
        !self.after_other_transition
            || earlier
                .any(|past| past.path != path && self.transition.was_made_by(cx.contract, past))
    }

    fn intercept(self) -> Intercept {
        on_response(move |cx, response| self.response(cx, response))
    }

    fn response(&self, cx: &InterceptContext<'_>, response: Response) -> Response {
        let outcome = cx.outcome(&response);
        let path = cx.call.path_values();
        let moves_now = cx.is_about_known_records()
            && self.is_guarded(cx, &cx.call.operation.id, &cx.call.sent, outcome)
            && self.applies(cx, &path, cx.history.newest_first());
        let response = if moves_now && outcome == CallOutcome::OtherRefusal && !self.refuses {
            synthetic::acceptance_without_effect(cx)
        } else {
            response
        };
        let to = Json::Text(self.to.as_deref().unwrap_or(OTHER_STATE).to_owned());
        response::edit_body(response, |body| {
            json::each_object(body, &mut |members| {
                let shows_state = members.iter().any(|(name, _)| *name == self.state_field);
                let mut texts = members.iter().filter_map(|(_, value)| value.text());
                let is_moved = |text: &str| {
                    (moves_now && path.iter().any(|id| id == text))
                        || self.is_shown_as_moved(cx, text)
                };
                if shows_state && texts.any(is_moved) {
                    json::replace(members, &self.state_field, &to);
                }
            });
        })
    }
}
