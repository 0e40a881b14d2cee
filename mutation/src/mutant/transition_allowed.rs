//! Allowed transition: a transition is refused in a state that allows it.

use referral_conformance::exchange::Response;

use super::parts::conditional::Trigger;
use super::parts::rejection::Rejection;
use super::parts::transitions::{TransitionRef, requests_any};
use super::{Mutation, Target};
use crate::answer;
use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};

pub(super) fn mutations(target: Target<'_>, name: Option<&str>) -> Vec<Mutation> {
    let Some(operation) = target.operation else {
        return Vec::new();
    };
    let declaration = operation.transition(name);
    let transition =
        TransitionRef { operation: operation.id.clone(), name: name.map(str::to_owned) };
    let refuse = Refuse {
        transition: transition.clone(),
        case: declaration.and_then(|it| it.refused_with.clone()),
        after_other_transition: false,
        done: true,
    };
    let mut mutations =
        vec![Mutation::new("refused", "the transition is refused but done", refuse.clone())];
    // Only a documented refusal distinguishes a forbidden transition from an invalid call.
    if refuse.case.is_some() {
        mutations.extend([
            Mutation::new(
                "refused_and_not_done",
                "the transition is refused and not done",
                Refuse { done: false, ..refuse.clone() },
            ),
            Mutation::conditional(
                "refused_for_others",
                "the transition is refused for all records but the first",
                refuse.clone(),
                Trigger::OtherRecord,
            ),
        ]);
    } else {
        let reject = |rejection: Rejection| {
            let transition = transition.clone();
            rejection.of_accepted_calls_if(move |cx| is_requested(&transition, cx))
        };
        mutations.extend([
            Mutation::new(
                "server_error",
                "the server responds to the transition with 500",
                reject(Rejection::ServerError),
            ),
            Mutation::new(
                "refused_as_other_case",
                "the transition is refused with the message of another case",
                reject(Rejection::OtherCase),
            ),
        ]);
    }
    if declaration.is_some_and(|it| it.from.is_none()) {
        mutations.push(Mutation::new(
            "refused_later",
            "the transition is refused after another transition of the record",
            Refuse { case: None, after_other_transition: true, ..refuse },
        ));
    }
    mutations
}

fn is_requested(transition: &TransitionRef, cx: &InterceptContext<'_>) -> bool {
    transition.is_requested_by(cx.contract, &cx.call.operation.id, &cx.call.sent)
}

/// Refuses a transition that the server accepts.
#[derive(Clone)]
struct Refuse {
    transition: TransitionRef,
    /// The documented error case of the transition.
    case: Option<String>,
    /// Whether only records that another call has moved are refused.
    after_other_transition: bool,
    /// Whether the server still does the transition.
    done: bool,
}

impl Refuse {
    fn applies(&self, cx: &InterceptContext<'_>) -> bool {
        let path = cx.call.path_values();
        !self.after_other_transition
            || cx.history.newest_first().any(|past| {
                past.is_accepted() && past.path == path && requests_any(cx.contract, past)
            })
    }

    fn refusal(&self, cx: &InterceptContext<'_>) -> Response {
        let case = self.case.as_deref();
        match case.and_then(|case| cx.contract.error_case(cx.call.operation, case)) {
            Some(case) => answer::documented_refusal(cx, case),
            None => answer::undocumented_refusal(cx.contract),
        }
    }
}

impl Intercept for Refuse {
    fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
        let is_valid = cx.is_about_known_records() && cx.call.has_required_members();
        if !self.done && is_valid && is_requested(&self.transition, cx) {
            RequestAction::Respond(self.refusal(cx))
        } else {
            cx.forward()
        }
    }

    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        if is_requested(&self.transition, cx) && cx.accepts(&upstream.main) && self.applies(cx) {
            self.refusal(cx)
        } else {
            upstream.main
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    const RETURNED: &str = r#"{"loan":{"uuid":"l-1","member":"ann@x.example"}}"#;
    const AGAIN: &str = r#"{"message":"Loan l-1 of ann@x.example was returned before"}"#;

    #[test]
    fn transition_is_refused_with_the_documented_message() {
        let mut server = FakeServer::new();
        let refuse = Refuse {
            transition: TransitionRef { operation: "return_loan".to_owned(), name: None },
            case: Some("already_returned".to_owned()),
            after_other_transition: false,
            done: true,
        };
        let sent = request("PATCH", "/loans/l-1/return", None);
        let refused = server.response(&refuse, &sent, response(200, RETURNED));
        let operation = server.contract.operation("return_loan").unwrap();
        let case = answer::matching_case(&server.contract, operation, &refused);
        assert_eq!(case.unwrap().id, "already_returned");
        let again = response(409, AGAIN);
        assert_eq!(server.response(&refuse, &sent, again.clone()), again);
        let forwarded = RequestAction::Forward(sent.clone());
        assert_eq!(server.request_action(&refuse, &sent), forwarded);
        let not_done = Refuse { done: false, ..refuse };
        assert_eq!(server.request_action(&not_done, &sent), forwarded);
        server.record(&sent, &response(200, RETURNED));
        assert!(matches!(server.request_action(&not_done, &sent), RequestAction::Respond(_)));
    }
}
