//! A refusal says something that is nearly, but not quite, the documented message, or what another
//! refusal says.

use std::collections::BTreeSet;

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use spec::{Contract, ErrorCase, Operation};

use super::Mutation;
use crate::intercept::{Intercept, InterceptContext, UpstreamResponses};
use crate::{answer, json};

pub(super) fn mutations(
    contract: &Contract,
    operation: Option<&Operation>,
    case: &str,
) -> Vec<Mutation> {
    let letter = OtherLetter {
        case: case.to_owned(),
    };
    let mut mutations = vec![
        Mutation::new("letter", "a letter of the message is another one", letter),
        Mutation::new(
            "case",
            "the first letter is in another case",
            OtherCapital {
                case: case.to_owned(),
            },
        ),
        Mutation::new(
            "ending",
            "the message ends in another punctuation mark",
            OtherEnding {
                case: case.to_owned(),
            },
        ),
    ];
    let known = operation.map_or(&contract.service.errors, |operation| &operation.errors);
    let known = known.iter().find(|known| known.id == case);
    if known.is_some_and(|known| !known.message.is_literal()) {
        let value = OtherValue {
            case: case.to_owned(),
        };
        mutations.push(Mutation::new(
            "value",
            "the message names another thing",
            value,
        ));
    }
    if let Some(other) = known.and_then(|known| likest(contract, operation, known)) {
        let intercept = OtherCase {
            case: case.to_owned(),
            other: other.clone(),
        };
        let statement = "the message is the one of a like refusal";
        mutations.push(Mutation::new("other_case", statement, intercept));
    }
    mutations
}

/// The refusal of the contract that is worded most like this one, and could still be told from it:
/// the one that somebody would copy.
fn likest<'c>(
    contract: &'c Contract,
    operation: Option<&Operation>,
    case: &ErrorCase,
) -> Option<&'c ErrorCase> {
    let own = contract
        .operations()
        .flat_map(|operation| &operation.errors);
    let others = own.chain(&contract.service.errors).filter(|other| {
        let rendered = other.message.render(|_| "it".to_owned());
        let mut indistinct = contract.indistinct_cases(operation, case);
        let is_another = indistinct.all(|same| same.message.matches(&rendered).is_none());
        is_another && likeness(case, other) > 0
    });
    others.max_by_key(|other| likeness(case, other))
}

/// How many words two messages have in common; 0 if that is less than half of the longer one.
fn likeness(one: &ErrorCase, other: &ErrorCase) -> usize {
    let (one, other) = (words(one), words(other));
    let shared = one.intersection(&other).count();
    match shared * 2 >= one.len().max(other.len()) {
        true => shared,
        false => 0,
    }
}

/// The words of a message, without its holes.
fn words(case: &ErrorCase) -> BTreeSet<String> {
    let message = case.message.render(|_| String::new());
    let words = message.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// The last letter is another one.
struct OtherLetter {
    case: String,
}

impl Intercept for OtherLetter {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        reworded(&self.case, context, upstream.main, |_, message| {
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

/// The first letter of the documented wording is in the other case.
struct OtherCapital {
    case: String,
}

impl Intercept for OtherCapital {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        reworded(&self.case, context, upstream.main, |case, message| {
            // What a template is filled with is not wording.
            let wording = case.message.render(|_| " ".to_owned());
            let from = wording.find(|c: char| c.is_ascii_alphabetic())?;
            let word: String = wording[from..]
                .chars()
                .take_while(char::is_ascii_alphabetic)
                .collect();
            let at = message.rfind(&word)?;
            let mut message = message.to_owned();
            let letter = message[at..].chars().next()?;
            let other = if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            };
            message.replace_range(at..at + letter.len_utf8(), &other.to_string());
            Some(message)
        })
    }
}

/// A punctuation mark at the end is left out, or there is one where none belongs.
struct OtherEnding {
    case: String,
}

impl Intercept for OtherEnding {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        reworded(&self.case, context, upstream.main, |_, message| {
            let bare = message.trim_end_matches(['.', '!']);
            Some(if bare == message {
                format!("{message}.")
            } else {
                bare.to_owned()
            })
        })
    }
}

/// What stands in the holes of the message is something else.
struct OtherValue {
    case: String,
}

impl Intercept for OtherValue {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        reworded(&self.case, context, upstream.main, |case, _| {
            Some(case.message.render(|_| "something-else".to_owned()))
        })
    }
}

/// The message is the one of another refusal.
struct OtherCase {
    case: String,
    other: ErrorCase,
}

impl Intercept for OtherCase {
    fn on_response(&self, context: &InterceptContext<'_>, upstream: UpstreamResponses) -> Response {
        reworded(&self.case, context, upstream.main, |_, _| {
            Some(answer::render_message(context, &self.other))
        })
    }
}

fn reworded(
    case: &str,
    context: &InterceptContext<'_>,
    response: Response,
    reword: impl FnOnce(&ErrorCase, &str) -> Option<String>,
) -> Response {
    let found = answer::case_of(context.contract, context.call.operation, &response);
    let message = answer::message(context.contract, &response);
    let (Some(found), Some(message)) = (found.filter(|found| found.id == case), message) else {
        return response;
    };
    let Some(reworded) = reword(found, &message) else {
        return response;
    };
    answer::edited(response, |body| {
        if let Some(value) = json::member(body, &context.contract.service.error_body.member) {
            *value = Json::Text(reworded);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{FakeServer, request, response};

    #[test]
    fn messages_are_altered() {
        let server = FakeServer::new();
        let sent = request("GET", "/books/b1", None);
        let case = || "book_not_found".to_owned();
        let gone = response(404, r#"{"message":"b1 not found!"}"#);
        let letter = server.response(&OtherLetter { case: case() }, &sent, gone.clone());
        assert_eq!(letter, response(404, r#"{"message":"b1 not founx!"}"#));
        let capital = server.response(&OtherCapital { case: case() }, &sent, gone.clone());
        assert_eq!(capital, response(404, r#"{"message":"b1 Not found!"}"#));
        let ending = server.response(&OtherEnding { case: case() }, &sent, gone.clone());
        assert_eq!(ending, response(404, r#"{"message":"b1 not found"}"#));
        let value = server.response(&OtherValue { case: case() }, &sent, gone);
        assert_eq!(
            value,
            response(404, r#"{"message":"something-else not found!"}"#)
        );
        let reader = response(403, r#"{"message":"Reader not found!"}"#);
        assert_eq!(
            server.response(&OtherLetter { case: case() }, &sent, reader.clone()),
            reader
        );
    }

    #[test]
    fn message_of_the_most_similar_case_is_used() {
        let server = FakeServer::new();
        let errors = &server.contract.service.errors;
        let own = errors.iter().find(|case| case.id == "card_missing");
        let other = likest(&server.contract, None, own.unwrap()).unwrap();
        assert_eq!(other.id, "card_unknown");
        let intercept = OtherCase {
            case: "card_missing".to_owned(),
            other: other.clone(),
        };
        let sent = request("GET", "/books/b1", None);
        let missing = response(401, r#"{"message":"A library card is required"}"#);
        let unknown = response(401, r#"{"message":"This library card is not known"}"#);
        assert_eq!(server.response(&intercept, &sent, missing), unknown);
        // What would be taken for the refusal itself shows nothing.
        let get = server.contract.operation("get_book").unwrap();
        let gone = server.contract.error_case(get, "book_not_found").unwrap();
        let reader = errors.iter().find(|case| case.id == "reader_gone");
        assert!(likeness(gone, reader.unwrap()) > 0);
        assert!(likest(&server.contract, Some(get), gone).is_none());
    }
}
