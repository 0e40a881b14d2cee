//! Effect of a transition: it is acknowledged but not done, or applies to other records as well.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{InputPart, Operation};

use super::parts::conditional::Trigger;
use super::parts::dropped_write::{DropCall, DropMember};
use super::parts::side_effect::is_about;
use super::parts::transitions::{TransitionRef, is_requested};
use super::{Mutation, Target};
use crate::history::PastExchange;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

pub(super) fn mutations(target: Target<'_>, name: Option<&str>) -> Vec<Mutation> {
    let Some(operation) = target.operation else {
        return Vec::new();
    };
    let transition = operation.transition(name);
    let given = transition.and_then(|transition| transition.trigger.as_ref());
    let in_body = given.filter(|given| given.input.part == InputPart::Body);
    let mut mutations = if let Some(given) = in_body {
        not_done(DropMember { member: given.input.name.clone(), value: Some(given.value.clone()) })
    } else if transition.is_some_and(|transition| transition.refused_with.is_none()) {
        not_done(DropCall)
    } else {
        // The documented refusal of a second call proves the transition, so the second call is accepted.
        not_done(AcceptAgain(name.map(str::to_owned)))
    };
    mutations.extend(MoveAll::new(target, operation, name).map(|move_all| {
        Mutation::new("moves_others", "the transition applies to other records as well", move_all)
            .in_all_operations()
    }));
    mutations
}

fn not_done(intercept: impl Intercept + Clone + 'static) -> Vec<Mutation> {
    vec![
        Mutation::new("not_done", "the transition is acknowledged but not done", intercept.clone()),
        Mutation::conditional(
            "not_done_for_others",
            "the transition is done only for the first record",
            intercept,
            Trigger::OtherRecord,
        ),
    ]
}

/// Accepts repetitions of an accepted call that the server refuses because of the state.
#[derive(Clone)]
struct AcceptAgain(Option<String>);

impl Intercept for AcceptAgain {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let operation = cx.call.operation;
        if !cx.history.accepted_before(cx.call) || cx.accepts(&upstream.main) {
            return upstream.main;
        }
        let refused_with = operation
            .transition(self.0.as_deref())
            .filter(|transition| is_requested(transition, &cx.call.sent))
            .and_then(|transition| transition.refused_with.as_deref());
        let case = answer::matching_case(cx.contract, operation, &upstream.main);
        if case.is_some_and(|case| refused_with == Some(case.id.as_str())) {
            answer::acceptance(cx)
        } else {
            upstream.main
        }
    }
}

/// After a transition of one record, treats other records as moved.
struct MoveAll {
    transition: TransitionRef,
    record: String,
    /// The field that shows the state, if no documented refusal depends on it.
    state_field: Option<String>,
}

/// A value that is not a documented state.
const OTHER_STATE: &str = "moved";

impl MoveAll {
    /// `None` if neither a documented refusal nor a field depends on the state.
    fn new(target: Target<'_>, operation: &Operation, name: Option<&str>) -> Option<Self> {
        let record = &operation.transition(name)?.record;
        let mut transitions = target.contract.operations().flat_map(|it| &it.transitions);
        let is_refused = transitions.any(|it| it.record == *record && it.refused_with.is_some());
        let lifecycle = target.contract.record(record)?.lifecycle.as_ref()?;
        let state_field = lifecycle.shown_in.stated().filter(|_| !is_refused);
        (is_refused || state_field.is_some()).then(|| Self {
            transition: TransitionRef {
                operation: operation.id.clone(),
                name: name.map(str::to_owned),
            },
            record: record.clone(),
            state_field: state_field.cloned(),
        })
    }

    /// Whether the record of the call was known before another record was moved.
    fn is_affected(&self, cx: &InterceptContext<'_>) -> bool {
        let path = cx.call.path_values();
        let mentions_record = |past: &&PastExchange| {
            let operation = cx.contract.operation(&past.operation);
            let creates = operation.is_some_and(|operation| operation.creates.is_some());
            let shown = Json::parse(&past.response.body).filter(|_| creates);
            past.path == path
                || shown.is_some_and(|shown| path.iter().any(|id| shown.holds_text(id)))
        };
        let moves_other = |past: &&PastExchange| {
            past.path != path && self.transition.was_made_by(cx.contract, past)
        };
        // The history is newest first: a greater index is an earlier exchange.
        let past: Vec<_> = cx.history.newest_first().collect();
        let first_mention = past.iter().rposition(mentions_record);
        let last_move = past.iter().position(moves_other);
        first_mention.zip(last_move).is_some_and(|(mention, moved)| mention > moved)
    }

    fn change_state_of_others(
        &self,
        cx: &InterceptContext<'_>,
        state_field: &str,
        response: Response,
    ) -> Response {
        let mut past = cx.history.newest_first();
        let Some(moved) = past.find(|past| self.transition.was_made_by(cx.contract, past)) else {
            return response;
        };
        answer::edit_body(response, |body| {
            json::each_object(body, &mut |members| {
                let shows_state = members.iter().any(|(name, _)| name == state_field);
                if shows_state && !is_about(members, moved) {
                    json::set(members, state_field, Json::Text(OTHER_STATE.to_owned()));
                }
            });
        })
    }

    fn refuse_transition(&self, cx: &InterceptContext<'_>, response: Response) -> Response {
        let operation = cx.call.operation;
        let case = operation
            .transitions
            .iter()
            .filter(|it| it.record == self.record && is_requested(it, &cx.call.sent))
            .find_map(|it| it.refused_with.as_deref())
            .and_then(|case| cx.contract.error_case(operation, case));
        match case {
            Some(case) if cx.accepts(&response) && self.is_affected(cx) => {
                answer::documented_refusal(cx, case)
            }
            _ => response,
        }
    }
}

impl Intercept for MoveAll {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        match &self.state_field {
            Some(field) => self.change_state_of_others(cx, field, upstream.main),
            None => self.refuse_transition(cx, upstream.main),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn transition_can_be_repeated_on_the_same_record() {
        let mut server = FakeServer::new();
        let first = request("PATCH", "/loans/l-1/return", None);
        let other = request("PATCH", "/loans/l-2/return", None);
        let returned = response(200, r#"{"loan":{"uuid":"l-1","member":"ann@x.example"}}"#);
        let again = response(409, r#"{"message":"Loan l-1 of ann@x.example was returned before"}"#);
        let intercept = AcceptAgain(None);
        assert_eq!(server.response(&intercept, &first, again.clone()), again);
        server.record(&first, &returned);
        assert_eq!(server.response(&intercept, &first, again.clone()), returned);
        assert_eq!(server.response(&intercept, &other, again.clone()), again);
    }

    #[test]
    fn transition_applies_to_all_records() {
        let mut server = FakeServer::new();
        let intercept = MoveAll {
            transition: TransitionRef { operation: "return_loan".to_owned(), name: None },
            record: "Loan".to_owned(),
            state_field: None,
        };
        let sent = |loan: &str| request("PATCH", &format!("/loans/{loan}/return"), None);
        let done = || response(200, r#"{"loan":{"uuid":"l-1"}}"#);
        let lent = request("POST", "/books/b-2/loans", Some(r#"{"member":"ann@x.example"}"#));
        server.record(&lent, &response(201, r#"{"loan":{"uuid":"l-2"}}"#));
        server.record(&sent("l-1"), &done());
        for unaffected in ["l-3", "l-1"] {
            assert_eq!(server.response(&intercept, &sent(unaffected), done()), done());
        }
        let other = server.response(&intercept, &sent("l-2"), done());
        assert!(!answer::is_accepted(&server.contract, &other));
    }
}
