//! Acceptance of calls that the server refuses with a documented error.

use referral_conformance::exchange::Response;

use crate::answer;
use crate::intercept::{Intercept, InterceptContext, on_response};

/// An acceptance, if the response is the refusal of this case.
pub(in crate::mutant) fn accept_case(
    case: &str,
    cx: &InterceptContext<'_>,
    response: Response,
) -> Response {
    match answer::matching_case(cx.contract, cx.call.operation, &response) {
        Some(found) if found.id == case => answer::acceptance(cx),
        _ => response,
    }
}

/// Replaces acceptances that an intercept makes of refusals by a success with an empty object.
pub(in crate::mutant) fn with_empty_object(intercept: impl Intercept + 'static) -> impl Intercept {
    on_response(move |cx, response| {
        let upstream = crate::intercept::UpstreamResponses { main: response.clone(), extra: None };
        if intercept.on_response(cx, upstream) == response {
            response
        } else {
            answer::empty_object()
        }
    })
}
