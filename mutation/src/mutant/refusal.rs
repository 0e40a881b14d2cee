//! Refusal: a call that must be refused is accepted.

use referral_conformance::json::Json;
use spec::{Condition, Format, InputRef, Operation, Type};

use super::parts::accepted_refusal::{accept_case, with_empty_object};
use super::parts::conditional::Trigger;
use super::parts::transitions::requests_any;
use super::{Mutation, Target};
use crate::intercept::{Intercept, on_response};

pub(super) fn mutations(target: Target<'_>, case: &str) -> Vec<Mutation> {
    let mut mutations = vec![
        Mutation::new("accepted", "the call is accepted", accept(case)),
        Mutation::new(
            "empty_success",
            "the call returns an empty object",
            with_empty_object(accept(case)),
        ),
        Mutation::conditional(
            "accepted_again",
            "the call is accepted after a valid one",
            accept(case),
            Trigger::AfterAccepted,
        ),
    ];
    let operation = target.operation;
    let declared = operation.and_then(|operation| target.contract.error_case(operation, case));
    match declared.and_then(|declared| declared.when.value()) {
        Some(Condition::Repeated) if has_alternative_identifiers(operation) => {
            mutations.push(Mutation::new(
                "accepted_with_other_identifier",
                "a repeated call is accepted if it uses another identifier of the record",
                accept_unless_identical(case),
            ));
        }
        Some(Condition::Taken(input)) if can_be_moved(target, input) => {
            mutations.push(Mutation::new(
                "free_after_transition",
                "the value is free after a transition of its record",
                accept_after_transition(case, input),
            ));
        }
        _ => {}
    }
    mutations
}

fn has_alternative_identifiers(operation: Option<&Operation>) -> bool {
    let mut body = operation.into_iter().flat_map(|operation| &operation.body);
    body.any(|field| field.identifiers.len() > 1)
}

/// Whether the input is an e-mail address, by which a call can request a transition of the created record.
fn can_be_moved(target: Target<'_>, input: &InputRef) -> bool {
    let Some(operation) = target.operation else {
        return false;
    };
    let email = Type::Text(Some(Format::Email));
    let mut body = operation.body.iter();
    let is_email = body.any(|field| field.wire == input.name && field.ty == email);
    let mut transitions = target.contract.operations().flat_map(|it| &it.transitions);
    is_email && transitions.any(|it| Some(&it.record) == operation.creates.as_ref())
}

/// Accepts calls that the server refuses with this case.
fn accept(case: &str) -> impl Intercept + use<> {
    let case = case.to_owned();
    on_response(move |cx, response| accept_case(&case, cx, response))
}

/// Accepts repetitions that differ from the accepted call.
fn accept_unless_identical(case: &str) -> impl Intercept + use<> {
    let case = case.to_owned();
    on_response(move |cx, response| {
        let mut accepted = cx.history.accepted_calls(&cx.call.operation.id);
        if accepted.any(|past| past.sent == cx.call.sent) {
            response
        } else {
            accept_case(&case, cx, response)
        }
    })
}

/// Accepts calls after a transition of the record that is addressed by the input.
fn accept_after_transition(case: &str, input: &InputRef) -> impl Intercept + use<> {
    let (case, input) = (case.to_owned(), input.clone());
    on_response(move |cx, response| {
        let value = cx.call.sent.get(&input).and_then(Json::text);
        let was_moved = cx.history.newest_first().any(|past| {
            past.is_accepted()
                && past.path.iter().any(|id| Some(id.as_str()) == value)
                && requests_any(cx.contract, past)
        });
        if was_moved { accept_case(&case, cx, response) } else { response }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn refusal_becomes_an_acceptance() {
        let mut server = FakeServer::new();
        let intercept = accept("isbn_taken");
        let add = |isbn, title| {
            let book = format!(r#"{{"isbn":"{isbn}","title":"{title}"}}"#);
            request("POST", "/books", Some(&book))
        };
        let taken = response(409, r#"{"message":"ISBN 2 is in the catalogue already"}"#);
        let generated = server.response(&intercept, &add("1", "Emma"), taken.clone());
        assert_eq!(generated.status, 201);
        let emma = response(201, r#"{"book":{"isbn":"1","title":"Emma"}}"#);
        server.record(&add("1", "Emma"), &emma);
        let mina = response(201, r#"{"book":{"isbn":"2","title":"Mina"}}"#);
        let second = add("2", "Mina");
        assert_eq!(server.response(&intercept, &second, taken), mina);
        let missing = response(422, r#"{"message":"A book needs an ISBN"}"#);
        assert_eq!(server.response(&intercept, &second, missing.clone()), missing);
    }
}
