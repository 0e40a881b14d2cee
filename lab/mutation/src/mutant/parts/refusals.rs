//! Rejections of valid requests, and acceptances of requests that must be refused.

use spec::Condition;

use crate::mutant::{Mutation, Named};
use crate::prelude::*;

/// The response to a valid request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rejection {
    /// A refusal that the contract does not contain.
    Undocumented,
    /// The documented refusal of another defect.
    OtherCase,
    /// A 500 response.
    ServerError,
}

impl Rejection {
    pub(crate) fn response(self, cx: &InterceptContext<'_>) -> Response {
        match self {
            Self::Undocumented => synthetic::undocumented_refusal(cx.contract),
            Self::OtherCase => other_case(cx),
            Self::ServerError => synthetic::server_error(),
        }
    }

    /// Rejects calls that the server has accepted.
    pub(crate) fn of_accepted_calls(self) -> impl Intercept {
        on_response(
            move |cx, response| if cx.accepts(&response) { self.response(cx) } else { response },
        )
    }

    /// Rejects calls without forwarding them.
    pub(crate) fn of_calls(self) -> impl Intercept {
        respond(move |cx| self.response(cx))
    }
}

/// A mutation for each form of rejection of the calls that satisfy the predicate.
pub(crate) fn reject_calls_if<F>(statement: &'static str, applies: F) -> Vec<Mutation>
where
    F: Fn(&InterceptContext<'_>) -> bool + Clone + Send + Sync + 'static,
{
    [
        ("refused", Rejection::Undocumented),
        ("refused_as_other_case", Rejection::OtherCase),
        ("server_error", Rejection::ServerError),
    ]
    .map(|(name, rejection)| rejection.of_calls().when(applies.clone()).named(name, statement))
    .into()
}

/// The first documented refusal of a defect that would be visible in the request.
fn other_case(cx: &InterceptContext<'_>) -> Response {
    use Condition::{Blank, KeyAbsent, Malformed, Missing};
    match cx.find_case(|when| matches!(when, Missing(_) | Blank(_) | Malformed(_) | KeyAbsent)) {
        Some(case) => synthetic::documented_refusal(cx, case),
        None => synthetic::undocumented_refusal(cx.contract),
    }
}

/// Accepts calls that the server refuses with this case.
pub(crate) fn accept_case(case: &str) -> impl Intercept + use<> {
    let case = case.to_owned();
    on_response(move |cx, response| {
        if cx.is_refused_as(&response, &case) { synthetic::acceptance(cx) } else { response }
    })
}

/// Replaces acceptances that an intercept makes of refusals by a success with an empty object.
pub(crate) fn with_empty_object(intercept: impl Intercept + 'static) -> impl Intercept {
    on_response(move |cx, response| {
        let upstream = UpstreamResponses { main: response.clone(), extra: None };
        if intercept.on_response(cx, upstream) == response {
            response
        } else {
            synthetic::empty_object()
        }
    })
}
