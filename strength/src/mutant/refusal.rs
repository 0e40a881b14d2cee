//! What should be refused is accepted: uniqueness, guards, missing and malformed inputs, keys.

use referral_conformance::exchange::Response;
use spec::Condition;

use super::Way;
use crate::answer;
use crate::bend::{Answers, Bend, Seen};

pub(super) fn ways(case: &str) -> Vec<Way> {
    let case = case.to_owned();
    vec![Way::new(
        "accepted",
        "what should be refused is accepted",
        Accepted { case },
    )]
}

pub(super) fn ways_without_key() -> Vec<Way> {
    vec![Way::new(
        "keyless",
        "a request without a key is accepted",
        Keyless,
    )]
}

/// The server behind is the judge of what is wrong: its refusal of this case becomes an acceptance.
struct Accepted {
    case: String,
}

impl Bend for Accepted {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        accepted_if_refused_as(&self.case, seen, answers.main)
    }
}

/// A request without a key is accepted.
struct Keyless;

impl Bend for Keyless {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let keyless = |when: &Condition| *when == Condition::KeyAbsent;
        match answer::case_when(seen.contract, Some(seen.call.operation), keyless) {
            Some(case) => accepted_if_refused_as(&case.id, seen, answers.main),
            None => answers.main,
        }
    }
}

fn accepted_if_refused_as(case: &str, seen: &Seen<'_>, response: Response) -> Response {
    match answer::case_of(seen.contract, seen.call.operation, &response) {
        Some(found) if found.id == case => answer::acceptance(seen),
        _ => response,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn one_refusal_becomes_an_acceptance() {
        let mut toy = Toy::new();
        let bend = Accepted {
            case: "isbn_taken".to_owned(),
        };
        let first = request("POST", "/books", Some(r#"{"isbn":"1","title":"Emma"}"#));
        let taken = response(409, r#"{"message":"ISBN 2 is in the catalogue already"}"#);
        assert_eq!(
            toy.response(&bend, &first, taken.clone()).status,
            201,
            "made up"
        );
        toy.keep(
            &first,
            &response(201, r#"{"book":{"isbn":"1","title":"Emma"}}"#),
        );
        let second = request("POST", "/books", Some(r#"{"isbn":"2","title":"Mina"}"#));
        let accepted = toy.response(&bend, &second, taken);
        assert_eq!(
            accepted,
            response(201, r#"{"book":{"isbn":"2","title":"Mina"}}"#)
        );
        let missing = response(422, r#"{"message":"A book needs an ISBN"}"#);
        assert_eq!(toy.response(&bend, &second, missing.clone()), missing);
    }

    #[test]
    fn a_key_is_not_missed() {
        let mut toy = Toy::new();
        let removed = response(204, "");
        toy.keep(&request("DELETE", "/books/b1", None), &removed);
        let sent = request("DELETE", "/books/b2", None);
        let keyless = response(401, r#"{"message":"A library card is required"}"#);
        assert_eq!(toy.response(&Keyless, &sent, keyless), removed);
        let unknown = response(401, r#"{"message":"This library card is not known"}"#);
        assert_eq!(toy.response(&Keyless, &sent, unknown.clone()), unknown);
    }
}
