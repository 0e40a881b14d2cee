//! What should be refused is accepted: uniqueness, guards, missing and malformed inputs, keys.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Condition, Contract, Format, InputRef, Operation, Type};

use super::transition::is_asked_for;
use super::{Mutation, When};
use crate::answer;
use crate::history::Outcome;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};

pub(super) fn mutations(
    contract: &Contract,
    operation: Option<&Operation>,
    case: &str,
) -> Vec<Mutation> {
    let accepted = |empty_object| Accepted {
        case: case.to_owned(),
        empty_object,
    };
    let statement = "what should be refused is accepted";
    let mut mutations = vec![
        Mutation::new("accepted", statement, accepted(false)),
        Mutation::new(
            "hollow",
            "what should be refused is a success that says nothing",
            accepted(true),
        ),
        Mutation::sometimes(
            "accepted_again",
            "what should be refused is accepted once a valid request was",
            accepted(false),
            When::Again,
        ),
    ];
    let known = operation.and_then(|operation| contract.error_case(operation, case));
    let case = case.to_owned();
    match known.and_then(|known| known.when.value()) {
        Some(Condition::Repeated) if names_in_several_ways(operation) => {
            let statement = "a repetition that names the thing in another way is accepted";
            mutations.push(Mutation::new("other_name", statement, OtherName { case }));
        }
        Some(Condition::Taken(input)) if is_moved_by(contract, operation, input) => {
            let statement = "what a thing has that was moved to another state is free";
            let intercept = FreeOnceMoved {
                case,
                input: input.clone(),
            };
            mutations.push(Mutation::new("free_once_moved", statement, intercept));
        }
        _ => {}
    }
    mutations
}

fn names_in_several_ways(operation: Option<&Operation>) -> bool {
    let mut body = operation.into_iter().flat_map(|operation| &operation.body);
    body.any(|field| field.identifiers.len() > 1)
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

impl Intercept for OtherName {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let mut calls = context.history.all();
        let same = calls.any(|past| {
            past.operation == context.call.operation.id
                && past.outcome == Outcome::Accepted
                && past.sent == context.call.sent
        });
        match same {
            true => upstream.main,
            false => accepted_if_refused_as(&self.case, context, upstream.main),
        }
    }
}

/// A value is free once its holder was moved.
struct FreeOnceMoved {
    case: String,
    input: InputRef,
}

impl Intercept for FreeOnceMoved {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let value = context.call.sent.get(&self.input).and_then(Json::text);
        let mut calls = context.history.all();
        let moved = calls.any(|past| {
            let operation = context.contract.operation(&past.operation);
            let mut transitions = operation.into_iter().flat_map(|it| &it.transitions);
            past.outcome == Outcome::Accepted
                && past.path.iter().any(|name| Some(name.as_str()) == value)
                && transitions.any(|it| is_asked_for(it, &past.sent))
        });
        match moved {
            true => accepted_if_refused_as(&self.case, context, upstream.main),
            false => upstream.main,
        }
    }
}

pub(super) fn ways_without_key() -> Vec<Mutation> {
    let keyless = |empty_object| Keyless { empty_object };
    let statement = "a request without a key is accepted";
    vec![
        Mutation::new("keyless", statement, keyless(false)),
        Mutation::new(
            "hollow",
            "a request without a key is a success that says nothing",
            keyless(true),
        ),
        Mutation::sometimes(
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
    empty_object: bool,
}

impl Intercept for Accepted {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let accepted = accepted_if_refused_as(&self.case, context, upstream.main.clone());
        match self.empty_object && accepted != upstream.main {
            true => answer::empty_object(),
            false => accepted,
        }
    }
}

/// A request without a key is accepted.
struct Keyless {
    /// Whether nothing is said of what was done.
    empty_object: bool,
}

impl Intercept for Keyless {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        let keyless = |when: &Condition| *when == Condition::KeyAbsent;
        match answer::case_when(context.contract, Some(context.call.operation), keyless) {
            Some(case) => {
                let case = case.id.clone();
                let empty_object = self.empty_object;
                Accepted { case, empty_object }.on_response(context, upstream)
            }
            None => upstream.main,
        }
    }
}

fn accepted_if_refused_as(
    case: &str,
    context: &InterceptContext<'_>,
    response: Response,
) -> Response {
    match answer::case_of(context.contract, context.call.operation, &response) {
        Some(found) if found.id == case => answer::acceptance(context),
        _ => response,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn refusal_becomes_an_acceptance() {
        let mut server = FakeServer::new();
        let intercept = Accepted {
            case: "isbn_taken".to_owned(),
            empty_object: false,
        };
        let first = request("POST", "/books", Some(r#"{"isbn":"1","title":"Emma"}"#));
        let taken = response(409, r#"{"message":"ISBN 2 is in the catalogue already"}"#);
        assert_eq!(
            server.response(&intercept, &first, taken.clone()).status,
            201,
            "made up"
        );
        server.keep(
            &first,
            &response(201, r#"{"book":{"isbn":"1","title":"Emma"}}"#),
        );
        let second = request("POST", "/books", Some(r#"{"isbn":"2","title":"Mina"}"#));
        let accepted = server.response(&intercept, &second, taken);
        assert_eq!(
            accepted,
            response(201, r#"{"book":{"isbn":"2","title":"Mina"}}"#)
        );
        let missing = response(422, r#"{"message":"A book needs an ISBN"}"#);
        assert_eq!(
            server.response(&intercept, &second, missing.clone()),
            missing
        );
    }

    #[test]
    fn missing_key_is_accepted() {
        let mut server = FakeServer::new();
        let removed = response(204, "");
        server.keep(&request("DELETE", "/books/b1", None), &removed);
        let sent = request("DELETE", "/books/b2", None);
        let keyless = response(401, r#"{"message":"A library card is required"}"#);
        assert_eq!(
            server.response(
                &Keyless {
                    empty_object: false
                },
                &sent,
                keyless
            ),
            removed
        );
        let unknown = response(401, r#"{"message":"This library card is not known"}"#);
        assert_eq!(
            server.response(
                &Keyless {
                    empty_object: false
                },
                &sent,
                unknown.clone()
            ),
            unknown
        );
    }
}
