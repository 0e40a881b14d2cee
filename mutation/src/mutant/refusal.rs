//! What should be refused is accepted: uniqueness, guards, missing and malformed inputs, keys.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Condition, Contract, Format, InputRef, Operation, Type};

use super::transition::is_asked_for;
use super::{Way, When};
use crate::answer;
use crate::bend::{Answers, Bend, Seen};
use crate::memory::Outcome;

pub(super) fn ways(contract: &Contract, operation: Option<&Operation>, case: &str) -> Vec<Way> {
    let accepted = |hollow| Accepted {
        case: case.to_owned(),
        hollow,
    };
    let statement = "what should be refused is accepted";
    let mut ways = vec![
        Way::new("accepted", statement, accepted(false)),
        Way::new(
            "hollow",
            "what should be refused is a success that says nothing",
            accepted(true),
        ),
        Way::sometimes(
            "accepted_again",
            "what should be refused is accepted once a valid request was",
            accepted(false),
            When::Again,
        ),
    ];
    let known = operation.and_then(|operation| contract.error_case(operation, case));
    let case = case.to_owned();
    match known.and_then(|known| known.when.known()) {
        Some(Condition::Repeated) if names_in_several_ways(operation) => {
            let statement = "a repetition that names the thing in another way is accepted";
            ways.push(Way::new("other_name", statement, OtherName { case }));
        }
        Some(Condition::Taken(input)) if is_moved_by(contract, operation, input) => {
            let statement = "what a thing has that was moved to another state is free";
            let bend = FreeOnceMoved {
                case,
                input: input.clone(),
            };
            ways.push(Way::new("free_once_moved", statement, bend));
        }
        _ => {}
    }
    ways
}

fn names_in_several_ways(operation: Option<&Operation>) -> bool {
    let mut body = operation.into_iter().flat_map(|operation| &operation.body);
    body.any(|field| field.alternatives.len() > 1)
}

/// Whether the value is one by which a call can move the thing that is created.
fn is_moved_by(contract: &Contract, operation: Option<&Operation>, input: &InputRef) -> bool {
    let mut body = operation.into_iter().flat_map(|operation| &operation.body);
    let email = Type::Text(Some(Format::Email));
    let is_address = body.any(|field| field.wire == input.name && field.ty == email);
    let record = operation.and_then(|operation| operation.creates.as_ref());
    let moves = |it: &Operation| it.transitions.iter().any(|it| Some(&it.record) == record);
    is_address && contract.operations().any(moves)
}

/// A repetition is accepted that is not the very same request.
struct OtherName {
    case: String,
}

impl Bend for OtherName {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let mut calls = seen.memory.all();
        let same = calls.any(|past| {
            past.operation == seen.call.operation.id
                && past.outcome == Outcome::Accepted
                && past.sent == seen.call.sent
        });
        match same {
            true => answers.main,
            false => accepted_if_refused_as(&self.case, seen, answers.main),
        }
    }
}

/// A value is free once its holder was moved.
struct FreeOnceMoved {
    case: String,
    input: InputRef,
}

impl Bend for FreeOnceMoved {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let value = seen.call.sent.get(&self.input).and_then(Json::text);
        let mut calls = seen.memory.all();
        let moved = calls.any(|past| {
            let operation = seen.contract.operation(&past.operation);
            let mut transitions = operation.into_iter().flat_map(|it| &it.transitions);
            past.outcome == Outcome::Accepted
                && past.path.iter().any(|name| Some(name.as_str()) == value)
                && transitions.any(|it| is_asked_for(it, &past.sent))
        });
        match moved {
            true => accepted_if_refused_as(&self.case, seen, answers.main),
            false => answers.main,
        }
    }
}

pub(super) fn ways_without_key() -> Vec<Way> {
    let keyless = |hollow| Keyless { hollow };
    let statement = "a request without a key is accepted";
    vec![
        Way::new("keyless", statement, keyless(false)),
        Way::new(
            "hollow",
            "a request without a key is a success that says nothing",
            keyless(true),
        ),
        Way::sometimes(
            "keyless_again",
            "a request without a key is accepted once one with a key was",
            keyless(false),
            When::Again,
        ),
    ]
}

/// The server behind is the judge of what is wrong: its refusal of this case becomes an acceptance.
struct Accepted {
    case: String,
    /// Whether nothing is said of what was done.
    hollow: bool,
}

impl Bend for Accepted {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let accepted = accepted_if_refused_as(&self.case, seen, answers.main.clone());
        match self.hollow && accepted != answers.main {
            true => answer::hollow(),
            false => accepted,
        }
    }
}

/// A request without a key is accepted.
struct Keyless {
    /// Whether nothing is said of what was done.
    hollow: bool,
}

impl Bend for Keyless {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let keyless = |when: &Condition| *when == Condition::KeyAbsent;
        match answer::case_when(seen.contract, Some(seen.call.operation), keyless) {
            Some(case) => {
                let case = case.id.clone();
                let hollow = self.hollow;
                Accepted { case, hollow }.response(seen, answers)
            }
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
            hollow: false,
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
        assert_eq!(
            toy.response(&Keyless { hollow: false }, &sent, keyless),
            removed
        );
        let unknown = response(401, r#"{"message":"This library card is not known"}"#);
        assert_eq!(
            toy.response(&Keyless { hollow: false }, &sent, unknown.clone()),
            unknown
        );
    }
}
