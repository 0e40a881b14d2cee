//! A refusal says something that is nearly, but not quite, the documented message.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Contract, ErrorCase, Operation};

use super::Way;
use crate::bend::{Answers, Bend, Seen};
use crate::{answer, json};

pub(super) fn ways(contract: &Contract, operation: Option<&Operation>, case: &str) -> Vec<Way> {
    let letter = OtherLetter {
        case: case.to_owned(),
    };
    let mut ways = vec![Way::new(
        "letter",
        "a letter of the message is another one",
        letter,
    )];
    let known = operation.map_or(&contract.service.errors, |operation| &operation.errors);
    let known = known.iter().find(|known| known.id == case);
    if known.is_some_and(|known| !known.message.is_literal()) {
        let value = OtherValue {
            case: case.to_owned(),
        };
        ways.push(Way::new("value", "the message names another thing", value));
    }
    ways
}

/// The last letter is another one.
struct OtherLetter {
    case: String,
}

impl Bend for OtherLetter {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        reworded(&self.case, seen, answers.main, |_, message| {
            let last = message.rfind(|c: char| c.is_ascii_alphabetic())?;
            let other = if message[last..].starts_with('x') {
                "y"
            } else {
                "x"
            };
            let mut message = message.to_owned();
            message.replace_range(last..=last, other);
            Some(message)
        })
    }
}

/// What stands in the holes of the message is something else.
struct OtherValue {
    case: String,
}

impl Bend for OtherValue {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        reworded(&self.case, seen, answers.main, |case, _| {
            Some(case.message.render(|_| "something-else".to_owned()))
        })
    }
}

fn reworded(
    case: &str,
    seen: &Seen<'_>,
    response: Response,
    reword: impl FnOnce(&ErrorCase, &str) -> Option<String>,
) -> Response {
    let found = answer::case_of(seen.contract, seen.call.operation, &response);
    let message = answer::message(seen.contract, &response);
    let (Some(found), Some(message)) = (found.filter(|found| found.id == case), message) else {
        return response;
    };
    let Some(reworded) = reword(found, &message) else {
        return response;
    };
    answer::edited(response, |body| {
        if let Some(value) = json::member(body, &seen.contract.service.error_body.member) {
            *value = Json::Text(reworded);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn messages_are_almost_right() {
        let toy = Toy::new();
        let sent = request("GET", "/books/b1", None);
        let case = || "book_not_found".to_owned();
        let gone = response(404, r#"{"message":"b1 not found!"}"#);
        let letter = toy.response(&OtherLetter { case: case() }, &sent, gone.clone());
        assert_eq!(letter, response(404, r#"{"message":"b1 not founx!"}"#));
        let value = toy.response(&OtherValue { case: case() }, &sent, gone);
        assert_eq!(
            value,
            response(404, r#"{"message":"something-else not found!"}"#)
        );
        let reader = response(403, r#"{"message":"Reader not found!"}"#);
        assert_eq!(
            toy.response(&OtherLetter { case: case() }, &sent, reader.clone()),
            reader
        );
    }
}
