//! Every key of an account shows the things of the main one.

use referral_conformance::exchange::Response;

use super::scope::Exchanged;
use super::{Way, When};
use crate::bend::{Answers, Bend, Next, Seen};
use crate::{answer, edit, list};

/// Where an operation shows the account itself.
pub(super) fn ways_of_scope() -> Vec<Way> {
    vec![
        one_account(),
        Way::new(
            "exchanged",
            "the keys of two accounts are exchanged",
            Exchanged,
        ),
        Way::sometimes(
            "one_account_again",
            "every key shows the main account once it was shown",
            MainForAll,
            When::Again,
        ),
    ]
}

fn one_account() -> Way {
    Way::new(
        "one_account",
        "every key shows the main account",
        MainForAll,
    )
}

pub(super) fn ways() -> Vec<Way> {
    let locked_out = "the key of another account does not reach what is in it";
    vec![
        one_account(),
        Way::new("locked_out", locked_out, LockedOut),
        Way::new(
            "unlisted",
            "lists are empty for the key of another account",
            Unlisted,
        ),
        Way::new(
            "exchanged",
            "the keys of two accounts are exchanged",
            Exchanged,
        ),
    ]
}

/// Lists are empty for the keys of all accounts but the main one.
struct Unlisted;

impl Bend for Unlisted {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let main = seen.call.key.as_deref() == seen.world.main_key();
        match main || seen.account().is_none() {
            true => answers.main,
            false => list::edited(seen.call.operation, answers.main, Vec::clear),
        }
    }
}

/// What the path names is refused to the keys of all accounts but the main one.
struct LockedOut;

impl Bend for LockedOut {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let main = seen.call.key.as_deref() == seen.world.main_key();
        let names = !seen.call.operation.path_parameters.is_empty();
        match names && !main && seen.account().is_some() && seen.accepts(&answers.main) {
            true => answer::undocumented_refusal(seen.contract),
            false => answers.main,
        }
    }

    fn looks_back(&self) -> bool {
        false
    }
}

struct MainForAll;

impl Bend for MainForAll {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let sent = seen.request.clone();
        let main = seen
            .world
            .main_key()
            .filter(|main| seen.call.key.as_deref() != Some(main));
        match main {
            Some(main) if seen.call.operation.method.is_safe() => {
                let beside = edit::with_key(&sent, &seen.contract.service.auth.header, main);
                Next::Beside(sent, beside)
            }
            _ => Next::Forward(sent),
        }
    }

    /// A key that is refused is refused still: whose account a key is of is the only thing broken.
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let accepted = answer::is_accepted(seen.contract, &answers.main);
        answers.beside.filter(|_| accepted).unwrap_or(answers.main)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn another_account_is_shown_the_main_one() {
        let toy = Toy::new();
        let sent = request("GET", "/books", None);
        assert_eq!(toy.request(&MainForAll, &sent), Next::Forward(sent.clone()));
        let other = edit::with_key(&sent, "Library-Card", "card-2");
        assert_eq!(
            toy.request(&MainForAll, &other),
            Next::Beside(other.clone(), sent)
        );
        let (theirs, ours) = (
            response(200, r#"{"books":[]}"#),
            response(200, r#"{"books":[1]}"#),
        );
        let shown = toy.beside(&MainForAll, &other, theirs, Some(ours.clone()));
        assert_eq!(shown, ours);
        let refused = response(403, r#"{"message":"Reader not found!"}"#);
        assert_eq!(
            toy.beside(&MainForAll, &other, refused.clone(), Some(ours)),
            refused
        );
    }

    #[test]
    fn lists_of_another_account_are_empty() {
        let toy = Toy::new();
        let sent = request("GET", "/books", None);
        let listed = response(200, r#"{"books":[{"n":1}]}"#);
        assert_eq!(toy.response(&Unlisted, &sent, listed.clone()), listed);
        let other = edit::with_key(&sent, "Library-Card", "card-2");
        let empty = response(200, r#"{"books":[]}"#);
        assert_eq!(toy.response(&Unlisted, &other, listed), empty);
    }
}
