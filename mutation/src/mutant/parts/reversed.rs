//! Reversal of lists.

use referral_conformance::exchange::Response;
use spec::QueryParameter;

use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

/// Reverses lists unless the call requests an order. Also a variant, where the contract does not state an order.
pub(crate) struct Reversed;

impl Intercept for Reversed {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let mut query = cx.call.operation.query.iter();
        if query.any(|query| requests_order(cx, query)) {
            return upstream.main;
        }
        answer::edit_body(upstream.main, |body| {
            json::each_list(body, &mut |items| items.reverse());
        })
    }

    fn uses_history(&self) -> bool {
        false
    }
}

fn requests_order(cx: &InterceptContext<'_>, query: &QueryParameter) -> bool {
    let sent = cx.query(&query.name);
    let mut sorts = query.values.iter().filter(|value| value.sorts.is_some());
    sorts.any(|value| sent == Some(value.wire.as_str()))
}
