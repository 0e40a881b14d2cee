//! Refusals say what they should, and not where they should.

use http::HeaderMap;
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use super::Way;
use crate::bend::{Answers, Bend, Seen};
use crate::{answer, response};

pub(super) fn ways() -> Vec<Way> {
    vec![
        Way::new("nested", "the message is inside of an object", Nested),
        Way::new("listed", "the messages are a list", Listed),
        Way::new("renamed", "the member has another name", Renamed),
        Way::new("bare", "the message is the whole body, as text", Bare),
        Way::new("empty", "there is no body", Empty),
    ]
}

/// The message is inside of an object.
struct Nested;

impl Bend for Nested {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let Some(message) = answer::message(seen.contract, &answers.main) else {
            return answers.main;
        };
        let member = seen.contract.service.error_body.member.clone();
        let inside = Json::Map(vec![("text".to_owned(), Json::Text(message))]);
        response::json(answers.main.status, &Json::Map(vec![(member, inside)]))
    }
}

/// The message is the one item of a list.
struct Listed;

impl Bend for Listed {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let Some(message) = answer::message(seen.contract, &answers.main) else {
            return answers.main;
        };
        let member = seen.contract.service.error_body.member.clone();
        let list = Json::List(vec![Json::Text(message)]);
        response::json(answers.main.status, &Json::Map(vec![(member, list)]))
    }
}

/// The member has another name.
struct Renamed;

impl Bend for Renamed {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let Some(message) = answer::message(seen.contract, &answers.main) else {
            return answers.main;
        };
        let member = format!("{}_text", seen.contract.service.error_body.member);
        let body = Json::Map(vec![(member, Json::Text(message))]);
        response::json(answers.main.status, &body)
    }
}

/// There is only a status.
struct Empty;

impl Bend for Empty {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        match answer::message(seen.contract, &answers.main) {
            Some(_) => Response {
                headers: HeaderMap::new(),
                body: Vec::new(),
                ..answers.main
            },
            None => answers.main,
        }
    }
}

/// The message is the whole body.
struct Bare;

impl Bend for Bare {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        match answer::message(seen.contract, &answers.main) {
            Some(message) => Response {
                headers: response::content_type("text/plain"),
                body: message.into_bytes(),
                ..answers.main
            },
            None => answers.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn the_message_is_not_where_it_should_be() {
        let toy = Toy::new();
        let sent = request("GET", "/books", None);
        let refused = response(400, r#"{"message":"Which room?"}"#);
        let nested = toy.response(&Nested, &sent, refused.clone());
        assert_eq!(
            nested,
            response(400, r#"{"message":{"text":"Which room?"}}"#)
        );
        let listed = toy.response(&Listed, &sent, refused.clone());
        assert_eq!(listed, response(400, r#"{"message":["Which room?"]}"#));
        let renamed = toy.response(&Renamed, &sent, refused.clone());
        assert_eq!(renamed, response(400, r#"{"message_text":"Which room?"}"#));
        assert_eq!(toy.response(&Empty, &sent, refused.clone()).body, b"");
        assert_eq!(toy.response(&Bare, &sent, refused).body, b"Which room?");
        let listed = response(200, r#"{"books":[]}"#);
        assert_eq!(toy.response(&Nested, &sent, listed.clone()), listed);
    }
}
