//! Makes intercepts from functions.

use referral_conformance::exchange::{Request, Response};
use referral_conformance::json::Json;

use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{json, list, response};

/// Handles the request.
pub(crate) fn on_request(
    handle: impl Fn(&InterceptContext<'_>) -> RequestAction + Send + Sync + 'static,
) -> Intercept {
    Intercept::new(handle, |_, upstream| upstream.main)
}

/// Changes the forwarded request.
pub(crate) fn edit_request(
    edit: impl Fn(&InterceptContext<'_>) -> Request + Send + Sync + 'static,
) -> Intercept {
    on_request(move |cx| RequestAction::Forward(edit(cx)))
}

/// Responds to the request without forwarding it.
pub(crate) fn respond(
    response: impl Fn(&InterceptContext<'_>) -> Response + Send + Sync + 'static,
) -> Intercept {
    on_request(move |cx| RequestAction::Respond(response(cx)))
}

/// Changes the server's response.
pub(crate) fn on_response(
    change: impl Fn(&InterceptContext<'_>, Response) -> Response + Send + Sync + 'static,
) -> Intercept {
    Intercept::new(|cx| cx.forward(), move |cx, upstream| change(cx, upstream.main))
}

/// Replaces the responses that satisfy the predicate.
pub(crate) fn replace_if(
    applies: impl Fn(&InterceptContext<'_>, &Response) -> bool + Send + Sync + 'static,
    replacement: impl Fn(&InterceptContext<'_>) -> Response + Send + Sync + 'static,
) -> Intercept {
    on_response(move |cx, response| if applies(cx, &response) { replacement(cx) } else { response })
}

/// Changes the JSON body of the response.
pub(crate) fn edit_body(
    edit: impl Fn(&InterceptContext<'_>, &mut Json) + Send + Sync + 'static,
) -> Intercept {
    on_response(move |cx, response| response::edit_body(response, |body| edit(cx, body)))
}

/// Changes the JSON body of the response to an accepted call.
pub(crate) fn edit_accepted(
    edit: impl Fn(&InterceptContext<'_>, &mut Json) + Send + Sync + 'static,
) -> Intercept {
    on_response(move |cx, response| {
        if cx.accepts(&response) {
            response::edit_body(response, |body| edit(cx, body))
        } else {
            response
        }
    })
}

/// Changes every list of objects in the response, but no totals.
pub(crate) fn edit_lists(edit: impl Fn(&mut Vec<Json>) + Send + Sync + 'static) -> Intercept {
    edit_body(move |_, body| json::each_list(body, &mut |items| edit(items)))
}

/// Changes the list that the contract states, and the totals.
pub(crate) fn edit_items(edit: impl Fn(&mut Vec<Json>) + Send + Sync + 'static) -> Intercept {
    on_response(move |cx, response| list::edit_items(cx.call.operation, response, &edit))
}

/// Also sends a second request, if there is one, and combines its response with that to the first one.
pub(crate) fn ask_twice(
    second: impl Fn(&InterceptContext<'_>) -> Option<Request> + Send + Sync + 'static,
    combine: impl Fn(&InterceptContext<'_>, Response, Response) -> Response + Send + Sync + 'static,
) -> Intercept {
    Intercept::new(
        move |cx| match second(cx) {
            Some(second) => RequestAction::ForwardBoth(cx.request.clone(), second),
            None => cx.forward(),
        },
        move |cx, UpstreamResponses { main, extra }| match extra {
            Some(extra) => combine(cx, main, extra),
            None => main,
        },
    )
}
