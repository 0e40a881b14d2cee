//! A list shows another account's things, too.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;

use super::Way;
use crate::bend::{Answers, Bend, Next, Seen};
use crate::{answer, edit, json};

pub(super) fn ways() -> Vec<Way> {
    vec![Way::new(
        "shared",
        "another account's things are listed, too",
        Shared,
    )]
}

/// Also a variant, where the contract does not say whose things are listed.
pub(crate) struct Shared;

impl Bend for Shared {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let sent = seen.request.clone();
        let key = seen.call.key.as_deref();
        match key.and_then(|key| seen.world.key_of_another(key)) {
            Some(other) => {
                let beside = edit::with_key(&sent, &seen.contract.service.auth.header, other);
                Next::Beside(sent, beside)
            }
            None => Next::Forward(sent),
        }
    }

    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let accepted = |response: &Response| answer::is_accepted(seen.contract, response);
        let Some(other) = answers.beside.filter(|other| accepted(other)) else {
            return answers.main;
        };
        if !accepted(&answers.main) {
            return answers.main;
        }
        let other = Json::parse(&other.body);
        answer::edited(answers.main, |body| {
            if let Some(other) = &other {
                json::merge_lists(body, other);
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn the_lists_of_two_accounts_are_one() {
        let toy = Toy::new();
        let sent = request("GET", "/books", None);
        let other = edit::with_key(&sent, "Library-Card", "card-2");
        assert_eq!(
            toy.request(&Shared, &sent),
            Next::Beside(sent.clone(), other)
        );
        let ours = response(200, r#"{"books":[{"n":1}]}"#);
        let theirs = response(200, r#"{"books":[{"n":2}]}"#);
        let both = response(200, r#"{"books":[{"n":1},{"n":2}]}"#);
        assert_eq!(toy.beside(&Shared, &sent, ours, Some(theirs)), both);
        let reader_gone = edit::with_key(&sent, "Library-Card", "card-3");
        assert_eq!(
            toy.request(&Shared, &reader_gone),
            Next::Forward(reader_gone)
        );
    }
}
