//! Refusals say what they should, and not where they should.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use super::Way;
use crate::bend::{Answers, Bend, Seen};
use crate::{answer, response};

pub(super) fn ways() -> Vec<Way> {
    vec![
        Way::new("nested", "the message is inside of an object", Nested),
        Way::new("bare", "the message is the whole body, as text", Bare),
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

/// The message is the whole body.
struct Bare;

impl Bend for Bare {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        match answer::message(seen.contract, &answers.main) {
            Some(message) => Response {
                headers: vec![("content-type".to_owned(), "text/plain".to_owned())],
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
        assert_eq!(toy.response(&Bare, &sent, refused).body, b"Which room?");
        let listed = response(200, r#"{"books":[]}"#);
        assert_eq!(toy.response(&Nested, &sent, listed.clone()), listed);
    }
}
