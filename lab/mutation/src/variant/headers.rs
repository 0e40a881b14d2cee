//! Response headers.

use http::header::{CONTENT_TYPE, HeaderName, HeaderValue};

use crate::prelude::*;

/// Headers that replace those of the server, or are added. None of them is documented.
pub(super) type HeaderChange = (bool, &'static [(&'static str, &'static str)]);

/// Changes of the headers: whether the media type is kept, and the headers to add.
pub(super) const CHANGES: [(&str, HeaderChange); 4] = [
    ("added", (true, &ADDED)),
    ("unusual type", (false, &[("content-type", "Application/JSON ; Charset=\"UTF-8\"; v=1")])),
    ("text type", (false, &[("content-type", "text/html; charset=utf-8")])),
    ("no type", (false, &[])),
];

/// Headers that gateways and frameworks add, some of them twice.
const ADDED: [(&str, &str); 10] = [
    ("x-request-id", "7"),
    ("x-request-id", "8"),
    ("x-runtime", "0.017"),
    ("x-error", "none"),
    ("set-cookie", "session=1; HttpOnly"),
    ("set-cookie", "other=2; Path=/"),
    ("etag", "W/\"1\""),
    ("link", "<https://x.example/next>; rel=\"next\""),
    ("ratelimit-remaining", "0"),
    ("warning", "299 - \"Deprecated\""),
];

/// Changes the headers of all responses.
pub(super) fn change_headers((keeps_type, added): HeaderChange) -> impl Intercept {
    on_response(move |_, mut response| {
        if !keeps_type {
            response.headers.remove(CONTENT_TYPE);
        }
        for (name, value) in added {
            let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
            response.headers.append(name, value);
        }
        response
    })
}
