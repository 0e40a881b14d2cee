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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn headers_change_and_bodies_stay() {
        let sent = request("GET", "/books/b1", None);
        let shown = response(200, r#"{"book":{}}"#);
        let types = |name| {
            let headers = CHANGES.into_iter().find(|(known, _)| *known == name).unwrap().1;
            let headers = change_headers(headers);
            let answer = FakeServer::new().response(&headers, &sent, shown.clone());
            assert_eq!((answer.status, &answer.body), (200, &shown.body));
            let types = answer.headers.get_all(CONTENT_TYPE).into_iter();
            types.cloned().collect::<Vec<_>>()
        };
        assert_eq!(types("added"), ["application/json"]);
        assert_eq!(types("unusual type"), ["Application/JSON ; Charset=\"UTF-8\"; v=1"]);
        assert!(types("no type").is_empty());
    }
}
