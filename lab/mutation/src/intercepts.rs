//! Makes intercepts from functions.

use referral_conformance::exchange::{Request, Response};
use referral_conformance::json::Json;

use crate::intercept::{Intercept, InterceptContext, RequestAction, UpstreamResponses};
use crate::{answer, json, list};

/// An intercept from a function of the request and one of the responses.
pub(crate) fn intercept<Q, R>(on_request: Q, on_response: R) -> impl Intercept
where
    Q: Fn(&InterceptContext<'_>) -> RequestAction + Send + Sync + 'static,
    R: Fn(&InterceptContext<'_>, UpstreamResponses) -> Response + Send + Sync + 'static,
{
    struct Functions<Q, R>(Q, R);
    impl<Q, R> Intercept for Functions<Q, R>
    where
        Q: Fn(&InterceptContext<'_>) -> RequestAction + Send + Sync,
        R: Fn(&InterceptContext<'_>, UpstreamResponses) -> Response + Send + Sync,
    {
        fn on_request(&self, cx: &InterceptContext<'_>) -> RequestAction {
            (self.0)(cx)
        }

        fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
            (self.1)(cx, upstream)
        }
    }
    Functions(on_request, on_response)
}

/// Handles the request.
pub(crate) fn on_request<F>(handle: F) -> impl Intercept
where
    F: Fn(&InterceptContext<'_>) -> RequestAction + Send + Sync + 'static,
{
    intercept(handle, |_, upstream| upstream.main)
}

/// Changes the forwarded request.
pub(crate) fn edit_request<F>(edit: F) -> impl Intercept
where
    F: Fn(&InterceptContext<'_>) -> Request + Send + Sync + 'static,
{
    on_request(move |cx| RequestAction::Forward(edit(cx)))
}

/// Responds to the request without forwarding it.
pub(crate) fn respond<F>(response: F) -> impl Intercept
where
    F: Fn(&InterceptContext<'_>) -> Response + Send + Sync + 'static,
{
    on_request(move |cx| RequestAction::Respond(response(cx)))
}

/// Changes the server's response.
pub(crate) fn on_response<F>(change: F) -> impl Intercept
where
    F: Fn(&InterceptContext<'_>, Response) -> Response + Send + Sync + 'static,
{
    intercept(|cx| cx.forward(), move |cx, upstream| change(cx, upstream.main))
}

/// Changes the JSON body of the response.
pub(crate) fn edit_body<F>(edit: F) -> impl Intercept
where
    F: Fn(&InterceptContext<'_>, &mut Json) + Send + Sync + 'static,
{
    on_response(move |cx, response| answer::edit_body(response, |body| edit(cx, body)))
}

/// Changes every list of objects in the response, but no totals.
pub(crate) fn edit_lists<F>(edit: F) -> impl Intercept
where
    F: Fn(&mut Vec<Json>) + Send + Sync + 'static,
{
    edit_body(move |_, body| json::each_list(body, &mut |items| edit(items)))
}

/// Changes the list that the contract states, and the totals.
pub(crate) fn edit_items<F>(edit: F) -> impl Intercept
where
    F: Fn(&mut Vec<Json>) + Send + Sync + 'static,
{
    on_response(move |cx, response| list::edit_items(cx.call.operation, response, &edit))
}

/// Also sends a second request, if there is one, and combines its response with that to the first one.
pub(crate) fn ask_twice<Q, R>(second: Q, combine: R) -> impl Intercept
where
    Q: Fn(&InterceptContext<'_>) -> Option<Request> + Send + Sync + 'static,
    R: Fn(&InterceptContext<'_>, Response, Response) -> Response + Send + Sync + 'static,
{
    intercept(
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
