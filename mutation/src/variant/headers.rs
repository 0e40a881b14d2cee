//! Response headers.

use http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use referral_conformance::exchange::Response;

use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};

/// A change of the headers, none of which is documented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HeaderStyle {
    /// Additional headers, some of them twice.
    Added,
    /// The media type in another spelling, with parameters.
    UnusualType,
    /// A media type other than JSON.
    TextType,
    /// No media type.
    NoType,
}

/// Headers that gateways and frameworks add.
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

impl HeaderStyle {
    pub(super) const ALL: [(&'static str, Self); 4] = [
        ("added", Self::Added),
        ("unusual type", Self::UnusualType),
        ("text type", Self::TextType),
        ("no type", Self::NoType),
    ];
}

impl Intercept for HeaderStyle {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let mut response = upstream.main;
        let (kept, added): (bool, &[(&'static str, &'static str)]) = match self {
            Self::Added => (true, &ADDED),
            Self::UnusualType => {
                (false, &[("content-type", "Application/JSON ; Charset=\"UTF-8\"; v=1")])
            }
            Self::TextType => (false, &[("content-type", "text/html; charset=utf-8")]),
            Self::NoType => (false, &[]),
        };
        if !kept {
            response.headers.remove(CONTENT_TYPE);
        }
        for (name, value) in added {
            let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
            response.headers.append(name, value);
        }
        response
    }

    fn uses_history(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn headers_change_and_bodies_stay() {
        let sent = request("GET", "/books/b1", None);
        let shown = response(200, r#"{"book":{}}"#);
        let types = |headers: HeaderStyle| {
            let answer = FakeServer::new().response(&headers, &sent, shown.clone());
            assert_eq!((answer.status, &answer.body), (200, &shown.body));
            let types = answer.headers.get_all(CONTENT_TYPE).into_iter();
            types.cloned().collect::<Vec<_>>()
        };
        assert_eq!(types(HeaderStyle::Added), ["application/json"]);
        assert_eq!(types(HeaderStyle::UnusualType), ["Application/JSON ; Charset=\"UTF-8\"; v=1"]);
        assert!(types(HeaderStyle::NoType).is_empty());
    }
}
