//! Answers: what the server's are, and how the ones are made that a bend gives in their place.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Condition, Contract, ErrorCase, Operation, ValueSource};

use crate::bend::Seen;
use crate::{json, response, sample};

/// A status that says no more than that something is wrong with the request.
const REFUSED: u16 = 422;

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

/// The documented case that a refusal is of: of several that could be, the most specific one.
#[must_use]
pub fn case_of<'c>(
    contract: &'c Contract,
    operation: &'c Operation,
    response: &Response,
) -> Option<&'c ErrorCase> {
    let message = message(contract, response)?;
    let cases = operation.errors.iter().chain(&contract.service.errors);
    let fitting = cases.filter(|case| case.message.matches(&message).is_some());
    fitting.max_by_key(|case| (case.message.is_literal(), case.message.literal_len()))
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
        .find(|case| when(&case.when))
}

/// A refusal that the contract knows nothing of.
#[must_use]
pub fn undocumented_refusal(contract: &Contract) -> Response {
    response::error(contract, REFUSED, "this cannot be processed at the moment")
}

/// The refusal of a case, as a conforming server would give it to this call.
#[must_use]
pub fn refusal(seen: &Seen<'_>, case: &ErrorCase) -> Response {
    let path = seen.call.path();
    let things = path.iter().filter_map(|id| seen.world.things.get(id));
    let fill = |source: &ValueSource| match source {
        ValueSource::Input(input) => seen.call.sent.get(input)?.text().map(str::to_owned),
        ValueSource::Record { field, .. } => {
            things.clone().find_map(|facts| facts.get(field)).cloned()
        }
    };
    let message = case.message.render(|name| {
        let hole = case.placeholders.iter().find(|hole| hole.name == name);
        let filled = hole.and_then(|hole| hole.sources.iter().find_map(fill));
        filled
            .or_else(|| path.last().cloned())
            .unwrap_or_else(|| "it".to_owned())
    });
    response::error(
        seen.contract,
        case.status.known().copied().unwrap_or(REFUSED),
        message,
    )
}

/// An acceptance of the call: one remembered of the operation, or else one made up, which repeats
/// what this call said.
#[must_use]
pub fn acceptance(seen: &Seen<'_>) -> Response {
    let call = seen.call;
    let known = seen.memory.accepted(call).cloned();
    let accepted = known.unwrap_or_else(|| sample::acceptance(seen.contract, call.operation));
    edited(accepted, |body| {
        for echo in &call.operation.success.echoes {
            let Some(said) = call.sent.get(&echo.from) else {
                continue;
            };
            if echo.when.is_some() && echo.when != call.addressed_by(&echo.from.name) {
                continue;
            }
            for record in json::records(body, &echo.member) {
                json::set(record, &echo.field, said.clone());
            }
        }
    })
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
    use crate::toy::{Toy, contract, request, response};

    #[test]
    fn a_literal_message_beats_a_template() {
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
    fn refusals_are_worded_for_the_call() {
        let toy = Toy::new();
        let refused = |method, target, case: &str| {
            toy.seen(&request(method, target, None), |seen| {
                refusal(
                    seen,
                    seen.contract.error_case(seen.call.operation, case).unwrap(),
                )
            })
        };
        let gone = refused("GET", "/books/b%209", "book_not_found");
        assert_eq!(gone, response(404, r#"{"message":"b 9 not found!"}"#));
        let lent = refused("DELETE", "/books/b-1", "book_lent");
        assert_eq!(
            lent,
            response(409, r#"{"message":"Book b-1 (Emma) is lent"}"#)
        );
        assert!(!is_accepted(&toy.contract, &gone));
        assert!(!is_accepted(
            &toy.contract,
            &Response {
                status: 200,
                ..gone
            }
        ));
    }

    #[test]
    fn an_acceptance_repeats_what_is_said() {
        let mut toy = Toy::new();
        let ask = |toy: &Toy, sent| toy.seen(sent, acceptance);
        let second = request(
            "POST",
            "/books/b2/loans",
            Some(r#"{"member":"bob@x.example"}"#),
        );
        let made_up = Json::parse(&ask(&toy, &second).body).unwrap();
        assert_eq!(
            made_up.get("loan").unwrap().get("member").unwrap().text(),
            Some("bob@x.example")
        );
        let lent = r#"{"loan":{"uuid":"l1","book_uuid":"b1","member":"ann@x.example"}}"#;
        let first = request(
            "POST",
            "/books/b1/loans",
            Some(r#"{"member":"ann@x.example"}"#),
        );
        toy.keep(&first, &response(201, lent));
        let expected = r#"{"loan":{"uuid":"l1","book_uuid":"b2","member":"bob@x.example"}}"#;
        assert_eq!(ask(&toy, &second), response(201, expected));
    }

    #[test]
    fn what_is_not_changed_stays_as_it_was_written() {
        let spaced = response(200, r#"{ "book": {} }"#);
        assert_eq!(edited(spaced.clone(), |_| {}), spaced);
        let page = Response {
            body: b"<html>".to_vec(),
            ..spaced
        };
        assert_eq!(edited(page.clone(), |body| *body = Json::Null), page);
    }
}
