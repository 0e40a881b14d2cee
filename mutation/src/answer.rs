//! Answers: what they are, and changes to them.

mod synthetic;

use referral_conformance::contract;
use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Condition, Contract, ErrorCase, Operation};

use crate::history::Outcome;

pub use synthetic::{
    acceptance, acceptance_for_path, acceptance_without_effect, empty_object, identifier, refusal,
    render_message, render_message_from, server_error, undocumented_refusal,
};

/// The message of an error body; `None` if the answer is no error body.
#[must_use]
pub fn message(contract: &Contract, response: &Response) -> Option<String> {
    let body = Json::parse(&response.body)?;
    body.get(&contract.service.error_body.member)?
        .text()
        .map(str::to_owned)
}

/// Whether the answer is an acceptance.
#[must_use]
pub fn is_accepted(contract: &Contract, response: &Response) -> bool {
    (200..300).contains(&response.status) && message(contract, response).is_none()
}

/// What came of a call, as its answer shows.
#[must_use]
pub fn outcome(contract: &Contract, operation: &Operation, response: &Response) -> Outcome {
    if is_accepted(contract, response) {
        Outcome::Accepted
    } else if case_of(contract, operation, response).is_some() {
        Outcome::Refused
    } else {
        Outcome::RefusedOtherwise
    }
}

/// The documented case that a refusal is of: of several that could be, the most specific one.
#[must_use]
pub fn case_of<'c>(
    contract: &'c Contract,
    operation: &'c Operation,
    response: &Response,
) -> Option<&'c ErrorCase> {
    contract::case_for_message(contract, operation, &message(contract, response)?)
}

/// The documented case of the operation or of the service with a condition like this.
pub fn case_when<'c>(
    contract: &'c Contract,
    operation: Option<&'c Operation>,
    when: impl Fn(&Condition) -> bool,
) -> Option<&'c ErrorCase> {
    let own = operation.map_or(&[][..], |operation| &operation.errors);
    own.iter()
        .chain(&contract.service.errors)
        .find(|case| case.when.value().is_some_and(&when))
}

/// The answer with its JSON body changed; as it was if it has none, or if nothing was changed.
#[must_use]
pub fn edited(response: Response, edit: impl FnOnce(&mut Json)) -> Response {
    let Some(before) = Json::parse(&response.body) else {
        return response;
    };
    let mut after = before.clone();
    edit(&mut after);
    if after == before {
        return response;
    }
    Response {
        body: after.to_string().into_bytes(),
        ..response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response;
    use crate::testing::contract;

    #[test]
    fn literal_message_takes_precedence_over_template() {
        let contract = contract();
        let operation = contract.operation("get_book").unwrap();
        for (text, id) in [
            ("Reader not found!", Some("reader_gone")),
            ("b1 not found!", Some("book_not_found")),
            ("something else", None),
        ] {
            let refused = response::error(&contract, 404, text);
            let case = case_of(&contract, operation, &refused);
            assert_eq!(case.map(|case| case.id.as_str()), id, "{text}");
        }
    }

    #[test]
    fn unchanged_body_keeps_its_bytes() {
        let spaced = crate::testing::response(200, r#"{ "book": {} }"#);
        assert_eq!(edited(spaced.clone(), |_| {}), spaced);
        let page = Response {
            body: b"<html>".to_vec(),
            ..spaced
        };
        assert_eq!(edited(page.clone(), |body| *body = Json::Null), page);
    }
}
