//! Rejections of valid requests.

use referral_conformance::exchange::Response;
use spec::{Condition, ErrorCase};

use crate::answer;
use crate::intercept::{Intercept, InterceptContext, RequestAction, on_request, on_response};
use crate::mutant::Mutation;

/// The response to a valid request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mutant) enum Rejection {
    /// A refusal that the contract does not contain.
    Undocumented,
    /// The documented refusal of another defect.
    OtherCase,
    /// A 500 response.
    ServerError,
}

impl Rejection {
    pub(in crate::mutant) fn response(self, cx: &InterceptContext<'_>) -> Response {
        match self {
            Self::Undocumented => answer::undocumented_refusal(cx.contract),
            Self::OtherCase => other_case(cx),
            Self::ServerError => answer::server_error(),
        }
    }

    /// Rejects calls that the server has accepted.
    pub(in crate::mutant) fn of_accepted_calls(self) -> impl Intercept {
        self.of_accepted_calls_if(|_| true)
    }

    /// Rejects calls that the server has accepted, if they satisfy the predicate.
    pub(in crate::mutant) fn of_accepted_calls_if(
        self,
        applies: impl Fn(&InterceptContext<'_>) -> bool + Send + Sync + 'static,
    ) -> impl Intercept {
        on_response(
            move |cx, response| {
                if cx.accepts(&response) && applies(cx) { self.response(cx) } else { response }
            },
        )
    }

    /// Rejects calls that satisfy the predicate, without forwarding them.
    pub(in crate::mutant) fn of_calls_if(
        self,
        applies: impl Fn(&InterceptContext<'_>) -> bool + Send + Sync + 'static,
    ) -> impl Intercept {
        on_request(move |cx| {
            if applies(cx) { RequestAction::Respond(self.response(cx)) } else { cx.forward() }
        })
    }
}

/// A mutation for each form of rejection of the calls that satisfy the predicate.
pub(in crate::mutant) fn reject_calls_if<F>(statement: &'static str, applies: F) -> Vec<Mutation>
where
    F: Fn(&InterceptContext<'_>) -> bool + Clone + Send + Sync + 'static,
{
    let forms = [
        ("refused", Rejection::Undocumented),
        ("refused_as_other_case", Rejection::OtherCase),
        ("server_error", Rejection::ServerError),
    ];
    forms
        .map(|(name, rejection)| {
            Mutation::new(name, statement, rejection.of_calls_if(applies.clone()))
        })
        .into()
}

/// The first documented refusal of a defect that would be visible in the request.
fn other_case(cx: &InterceptContext<'_>) -> Response {
    let is_visible = |case: &&ErrorCase| {
        matches!(
            case.when.value(),
            Some(
                Condition::Missing(_)
                    | Condition::Blank(_)
                    | Condition::Malformed(_)
                    | Condition::KeyAbsent
            )
        )
    };
    let own = cx.call.operation.errors.iter();
    match own.chain(&cx.contract.service.errors).find(is_visible) {
        Some(case) => answer::documented_refusal(cx, case),
        None => answer::undocumented_refusal(cx.contract),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request};

    #[test]
    fn valid_request_is_rejected_in_three_forms() {
        let server = FakeServer::new();
        let add = request("POST", "/books", Some(r#"{"isbn":"1","title":"Emma"}"#));
        let message = |rejection: Rejection| {
            let answer = server.with_context(&add, |cx| rejection.response(cx));
            assert!(!answer::is_accepted(&server.contract, &answer));
            answer::message(&server.contract, &answer)
        };
        let undocumented = message(Rejection::Undocumented);
        let other_case = message(Rejection::OtherCase);
        assert!(undocumented.is_some() && undocumented != other_case);
        assert_eq!(other_case.as_deref(), Some("A book needs an ISBN"));
        assert_eq!(message(Rejection::ServerError), None);
    }
}
