//! Headers of answers: more of them, some more than once, the media type in other spellings.

use http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use referral_conformance::exchange::Response;

use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};

/// What becomes of the headers; none of them is documented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Headers {
    /// Those of gateways and frameworks, and some of one's own, twice.
    More,
    /// The media type in capitals, with parameters.
    OddType,
    /// Another media type than the one of JSON.
    TextType,
    /// No media type.
    NoType,
}

/// Headers that stand between many services and their callers.
const MORE: [(&str, &str); 10] = [
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

impl Headers {
    pub(super) const ALL: [(&'static str, Self); 4] = [
        ("more", Self::More),
        ("odd type", Self::OddType),
        ("text type", Self::TextType),
        ("no type", Self::NoType),
    ];
}

impl Intercept for Headers {
    fn on_response(&self, _: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let mut response = upstream.main;
        let (kept, added): (bool, &[(&'static str, &'static str)]) = match self {
            Self::More => (true, &MORE),
            Self::OddType => (
                false,
                &[("content-type", "Application/JSON ; Charset=\"UTF-8\"; v=1")],
            ),
            Self::TextType => (false, &[("content-type", "text/html; charset=utf-8")]),
            Self::NoType => (false, &[]),
        };
        if !kept {
            response.headers.remove(CONTENT_TYPE);
        }
        for (name, value) in added {
            let (name, value) = (
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            );
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
        let types = |headers: Headers| {
            let answer = FakeServer::new().response(&headers, &sent, shown.clone());
            assert_eq!((answer.status, &answer.body), (200, &shown.body));
            let types = answer.headers.get_all(CONTENT_TYPE).into_iter();
            types.cloned().collect::<Vec<_>>()
        };
        assert_eq!(types(Headers::More), ["application/json"]);
        assert_eq!(
            types(Headers::OddType),
            ["Application/JSON ; Charset=\"UTF-8\"; v=1"]
        );
        assert!(types(Headers::NoType).is_empty());
    }
}
