//! A success body that is not shown: anything at all, or nothing.

use http::HeaderMap;
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use crate::answer;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};

/// What is made of the server's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// The list or record itself, without what is around it.
    Bare,
    /// Deep inside of other members.
    Nested,
    /// Behind an index that names things in another order.
    Indexed,
    /// The list or record itself, in a member called `data`.
    Data,
    /// No body.
    Empty,
    /// `{}`
    Object,
    /// `null`
    Null,
    /// Text that is no JSON.
    Text,
}

impl Shape {
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

impl Intercept for Shape {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let response = upstream.main;
        if !answer::is_accepted(context.contract, &response) {
            return response;
        }
        let whole = |body: Vec<u8>| Response {
            body,
            ..response.clone()
        };
        match self {
            Self::Bare => answer::edited(response, |body| *body = bare(body)),
            Self::Nested => answer::edited(response, |body| *body = nested(body)),
            Self::Indexed => answer::edited(response, |body| *body = indexed(body)),
            Self::Data => answer::edited(response, |body| {
                *body = Json::Map(vec![("data".to_owned(), bare(body))]);
            }),
            Self::Empty => Response {
                body: Vec::new(),
                headers: HeaderMap::new(),
                ..response
            },
            Self::Object => whole(b"{}".to_vec()),
            Self::Null => whole(b"null".to_vec()),
            Self::Text => whole(b"OK\n".to_vec()),
        }
    }

    fn uses_history(&self) -> bool {
        false
    }
}

/// The list in the body, or else the only object in it.
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
        (
            "jsonapi".to_owned(),
            member("version", Json::Text("1.1".to_owned())),
        ),
        ("data".to_owned(), inner),
        ("links".to_owned(), Json::List(Vec::new())),
    ])
}

/// The body behind the texts in it, each once and in the order of the alphabet.
fn indexed(body: &Json) -> Json {
    let mut texts = Vec::new();
    crate::json::each_text(&mut body.clone(), &mut |text| texts.push(text.clone()));
    texts.sort();
    texts.dedup();
    let index = texts.into_iter().map(Json::Text).collect();
    Json::Map(vec![
        ("index".to_owned(), Json::List(index)),
        ("page".to_owned(), body.clone()),
    ])
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
            (Shape::Bare, r#"[{"n":"b"},{"n":"a"}]"#),
            (
                Shape::Indexed,
                r#"{"index":["a","b"],"page":{"books":[{"n":"b"},{"n":"a"}],"more":false}}"#,
            ),
            (Shape::Data, r#"{"data":[{"n":"b"},{"n":"a"}]}"#),
            (Shape::Object, "{}"),
            (Shape::Empty, ""),
        ] {
            let answer = server.response(&shape, &sent, listed.clone());
            assert_eq!(String::from_utf8_lossy(&answer.body), expected);
        }
        let refused = response(404, r#"{"message":"b1 not found!"}"#);
        assert_eq!(
            server.response(&Shape::Empty, &sent, refused.clone()),
            refused
        );
    }

    #[test]
    fn nested_body_keeps_all_values() {
        let server = FakeServer::new();
        let sent = request("GET", "/books/b1", None);
        let nested = server.response(&Shape::Nested, &sent, response(200, r#"{"title":"Emma"}"#));
        assert!(Json::parse(&nested.body).unwrap().holds_text("Emma"));
    }
}
