//! Requests that are repeated with their key.

use super::parts::*;
use super::responses::edit_header;

/// Replay: the key is ignored.
pub(super) fn replayed(header: &str) -> Vec<Mutation> {
    let header = header.to_owned();
    vec![
        edit_request(move |cx| without_header(cx.request, &header))
            .named("ignored", "a request that is repeated with its key is carried out again"),
    ]
}

/// Once: a second record is made, and the first response is given again.
pub(super) fn once(target: ClauseContext<'_>) -> Vec<Mutation> {
    let keys = target.operation.and_then(|operation| operation.idempotency.as_ref());
    let header = keys.map(|keys| keys.header.clone()).unwrap_or_default();
    let again = move |cx: &InterceptContext<'_>| {
        let has_key = cx.request.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case(&header));
        has_key.then(|| without_header(cx.request, &header))
    };
    vec![
        ask_twice(again, |_, main, _| main)
            .named("twice", "a request with a key makes another record"),
    ]
}

/// Flag: no response says that it is given again.
pub(super) fn flagged(target: ClauseContext<'_>) -> Vec<Mutation> {
    let keys = target.operation.and_then(|operation| operation.idempotency.as_ref());
    let replayed = keys.and_then(|keys| keys.replayed.as_ref());
    let header = replayed.map_or("", |replayed| &replayed.header);
    vec![
        edit_header(header, |_| None)
            .named("missing", "the header of a response that is given again is missing"),
    ]
}

fn without_header(request: &Request, header: &str) -> Request {
    let mut request = request.clone();
    request.headers.retain(|(name, _)| !name.eq_ignore_ascii_case(header));
    request
}
