//! Success bodies that are not documented.

use http::HeaderMap;
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use crate::answer;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};

/// A transformation of the server's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyShape {
    /// The list or record without an envelope.
    Bare,
    /// Nested in other members.
    Nested,
    /// Preceded by an index of all texts.
    Indexed,
    /// The list or record in a member `data`.
    Data,
    /// No body.
    Empty,
    /// `{}`
    Object,
    /// `null`
    Null,
    /// Text that is not JSON.
    Text,
}

impl BodyShape {
    pub(super) const ALL: [(&'static str, Self); 8] = [
        ("bare", Self::Bare),
        ("nested", Self::Nested),
        ("indexed", Self::Indexed),
        ("data", Self::Data),
        ("empty", Self::Empty),
        ("object", Self::Object),
        ("null", Self::Null),
        ("text", Self::Text),
    ];
}

impl Intercept for BodyShape {
    fn on_response(&self, cx: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let response = upstream.main;
        if !cx.accepts(&response) {
            return response;
        }
        let with_body = |body: Vec<u8>| Response { body, ..response.clone() };
        match self {
            Self::Bare => answer::edit_body(response, |body| *body = bare(body)),
            Self::Nested => answer::edit_body(response, |body| *body = nested(body)),
            Self::Indexed => answer::edit_body(response, |body| *body = indexed(body)),
            Self::Data => answer::edit_body(response, |body| {
                *body = Json::Map(vec![("data".to_owned(), bare(body))]);
            }),
            Self::Empty => Response { body: Vec::new(), headers: HeaderMap::new(), ..response },
            Self::Object => with_body(b"{}".to_vec()),
            Self::Null => with_body(b"null".to_vec()),
            Self::Text => with_body(b"OK\n".to_vec()),
        }
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// The list in the body, or the first object.
fn bare(body: &Json) -> Json {
    let Json::Map(members) = body else {
        return body.clone();
    };
    let values = || members.iter().map(|(_, value)| value);
    let list = values().find(|value| matches!(value, Json::List(_)));
    let object = || values().find(|value| matches!(value, Json::Map(_)));
    list.or_else(object).unwrap_or(body).clone()
}

fn nested(body: &Json) -> Json {
    let member = |name: &str, value| Json::Map(vec![(name.to_owned(), value)]);
    let inner = member("result", member("0", Json::List(vec![body.clone()])));
    Json::Map(vec![
        ("jsonapi".to_owned(), member("version", Json::Text("1.1".to_owned()))),
        ("data".to_owned(), inner),
        ("links".to_owned(), Json::List(Vec::new())),
    ])
}

/// The body after a sorted list of its texts, without duplicates.
fn indexed(body: &Json) -> Json {
    let mut texts = Vec::new();
    crate::json::each_text(&mut body.clone(), &mut |text| texts.push(text.clone()));
    texts.sort();
    texts.dedup();
    let index = texts.into_iter().map(Json::Text).collect();
    Json::Map(vec![("index".to_owned(), Json::List(index)), ("page".to_owned(), body.clone())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn bodies_are_reshaped() {
        let server = FakeServer::new();
        let sent = request("GET", "/books/b1", None);
        let listed = response(200, r#"{"books":[{"n":"b"},{"n":"a"}],"more":false}"#);
        for (shape, expected) in [
            (BodyShape::Bare, r#"[{"n":"b"},{"n":"a"}]"#),
            (
                BodyShape::Indexed,
                r#"{"index":["a","b"],"page":{"books":[{"n":"b"},{"n":"a"}],"more":false}}"#,
            ),
            (BodyShape::Data, r#"{"data":[{"n":"b"},{"n":"a"}]}"#),
            (BodyShape::Object, "{}"),
            (BodyShape::Empty, ""),
        ] {
            let answer = server.response(&shape, &sent, listed.clone());
            assert_eq!(String::from_utf8_lossy(&answer.body), expected);
        }
        let refused = response(404, r#"{"message":"b1 not found!"}"#);
        assert_eq!(server.response(&BodyShape::Empty, &sent, refused.clone()), refused);
    }

    #[test]
    fn nested_body_keeps_all_values() {
        let server = FakeServer::new();
        let sent = request("GET", "/books/b1", None);
        let nested =
            server.response(&BodyShape::Nested, &sent, response(200, r#"{"title":"Emma"}"#));
        assert!(Json::parse(&nested.body).unwrap().holds_text("Emma"));
    }
}
