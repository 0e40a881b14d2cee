//! Refusals say what they should, and not where they should.

use http::HeaderMap;
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use super::Mutation;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, response};

pub(super) fn mutations() -> Vec<Mutation> {
    vec![
        Mutation::new("nested", "the message is inside of an object", Nested),
        Mutation::new("listed", "the messages are a list", Listed),
        Mutation::new("renamed", "the member has another name", Renamed),
        Mutation::new("bare", "the message is the whole body, as text", Bare),
        Mutation::new("empty", "there is no body", Empty),
    ]
}

/// The message is inside of an object.
struct Nested;

impl Intercept for Nested {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let Some(message) = answer::message(context.contract, &upstream.main) else {
            return upstream.main;
        };
        let member = context.contract.service.error_body.member.clone();
        let inside = Json::Map(vec![("text".to_owned(), Json::Text(message))]);
        response::json(upstream.main.status, &Json::Map(vec![(member, inside)]))
    }
}

/// The message is the one item of a list.
struct Listed;

impl Intercept for Listed {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let Some(message) = answer::message(context.contract, &upstream.main) else {
            return upstream.main;
        };
        let member = context.contract.service.error_body.member.clone();
        let list = Json::List(vec![Json::Text(message)]);
        response::json(upstream.main.status, &Json::Map(vec![(member, list)]))
    }
}

/// The member has another name.
struct Renamed;

impl Intercept for Renamed {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let Some(message) = answer::message(context.contract, &upstream.main) else {
            return upstream.main;
        };
        let member = format!("{}_text", context.contract.service.error_body.member);
        let body = Json::Map(vec![(member, Json::Text(message))]);
        response::json(upstream.main.status, &body)
    }
}

/// There is only a status.
struct Empty;

impl Intercept for Empty {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        match answer::message(context.contract, &upstream.main) {
            Some(_) => Response {
                headers: HeaderMap::new(),
                body: Vec::new(),
                ..upstream.main
            },
            None => upstream.main,
        }
    }
}

/// The message is the whole body.
struct Bare;

impl Intercept for Bare {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        match answer::message(context.contract, &upstream.main) {
            Some(message) => Response {
                headers: response::content_type("text/plain"),
                body: message.into_bytes(),
                ..upstream.main
            },
            None => upstream.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn message_is_moved() {
        let server = FakeServer::new();
        let sent = request("GET", "/books", None);
        let refused = response(400, r#"{"message":"Which room?"}"#);
        let nested = server.response(&Nested, &sent, refused.clone());
        assert_eq!(
            nested,
            response(400, r#"{"message":{"text":"Which room?"}}"#)
        );
        let listed = server.response(&Listed, &sent, refused.clone());
        assert_eq!(listed, response(400, r#"{"message":["Which room?"]}"#));
        let renamed = server.response(&Renamed, &sent, refused.clone());
        assert_eq!(renamed, response(400, r#"{"message_text":"Which room?"}"#));
        assert_eq!(server.response(&Empty, &sent, refused.clone()).body, b"");
        assert_eq!(server.response(&Bare, &sent, refused).body, b"Which room?");
        let listed = response(200, r#"{"books":[]}"#);
        assert_eq!(server.response(&Nested, &sent, listed.clone()), listed);
    }
}
