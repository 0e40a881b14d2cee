//! Throttled and delayed responses.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use http::header::{HeaderValue, RETRY_AFTER};

use crate::prelude::*;

/// A prime, so that no sequence of requests repeats in step with it.
const INTERVAL: usize = 11;

/// Refuses every 11th request with 429.
pub(super) fn throttle() -> impl Intercept {
    let requests = AtomicUsize::new(0);
    on_request(move |cx| {
        if requests.fetch_add(1, Ordering::Relaxed) % INTERVAL != INTERVAL - 1 {
            return cx.forward();
        }
        let mut response = response::error(cx.contract, 429, "too many requests");
        response.headers.insert(RETRY_AFTER, HeaderValue::from_static("0"));
        RequestAction::Respond(response)
    })
}

/// Upper bound of the delay, in milliseconds.
const MAX_DELAY: u64 = 40;

/// Delays responses, each by another time.
pub(super) fn delay() -> impl Intercept {
    on_request(|cx| {
        let bytes = cx.request.target.bytes().map(u64::from);
        RequestAction::ForwardAfter(Duration::from_millis(bytes.sum::<u64>() % MAX_DELAY))
    })
}
