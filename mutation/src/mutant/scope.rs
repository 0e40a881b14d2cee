//! Another account's things are shown, too: in a list, by their identifier, or in place of one's own.

use referral_conformance::exchange::Response;
use referral_conformance::json::Json;
use referral_conformance::page::{Page, Told};

use spec::Operation;

use super::{Way, When, account};
use crate::bend::{Answers, Bend, Next, Seen};
use crate::{answer, edit, json, list};

pub(super) fn ways(operation: Option<&Operation>) -> Vec<Way> {
    let lists = operation.is_some_and(|operation| operation.lists.is_some());
    let addresses = operation.is_some_and(|operation| !operation.path_parameters.is_empty());
    match (lists, addresses) {
        (true, _) => vec![
            Way::new("shared", "another account's things are listed, too", Shared),
            Way::new(
                "last_lost",
                "the last of the account's own things is not listed",
                LastLost,
            ),
            Way::new(
                "exchanged",
                "another account's things are listed instead",
                Exchanged,
            ),
        ],
        (false, true) => vec![
            Way::new(
                "reached",
                "another account's things are reached by their identifiers",
                Reached,
            ),
            Way::sometimes(
                "reached_again",
                "another account's things are reached once one's own were",
                Reached,
                When::Again,
            ),
            Way::new(
                "exchanged",
                "each account reaches the other's things, and not its own",
                Exchanged,
            ),
        ],
        (false, false) => account::ways_of_scope(),
    }
}

/// Also a variant, where the contract does not say whose things are listed.
pub(crate) struct Shared;

impl Bend for Shared {
    fn request(&self, seen: &Seen<'_>) -> Next {
        beside_another(seen)
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
        let operation = seen.call.operation;
        answer::edited(answers.main, |body| {
            if let Some(other) = &other {
                let before = list::count(operation, body);
                json::merge_lists(body, other);
                let more = list::count(operation, body) - before;
                if more == 0 {
                    return;
                }
                // There is room for as many more on a page.
                list::tell(operation, body, Told::Size, |size| size + more);
                let rest = Page::read(operation, other).map(|page| {
                    let total = page.total.unwrap_or_default();
                    total.saturating_sub(page.count())
                });
                list::tell(operation, body, Told::Total, |total| {
                    total + rest.unwrap_or_default()
                });
                list::recount(operation, body, before);
            }
        })
    }

    fn looks_back(&self) -> bool {
        false
    }
}

/// Of each page the last thing is missing.
struct LastLost;

impl Bend for LastLost {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        list::edited(seen.call.operation, answers.main, |items| drop(items.pop()))
    }
}

/// The key is taken for that of another account.
pub(super) struct Exchanged;

impl Bend for Exchanged {
    fn request(&self, seen: &Seen<'_>) -> Next {
        match beside_another(seen) {
            Next::Beside(_, other) => Next::Forward(other),
            next => next,
        }
    }

    fn looks_back(&self) -> bool {
        false
    }
}

/// What one's own account does not have is the other one's. Also a variant.
pub(crate) struct Reached;

impl Bend for Reached {
    fn request(&self, seen: &Seen<'_>) -> Next {
        let path = seen.call.path();
        let mut things = path.iter().filter_map(|name| seen.world.thing(name));
        // Only there would a call with the other key do anything.
        match things.any(|thing| Some(thing.account.as_str()) != seen.account()) {
            true => beside_another(seen),
            false => Next::Forward(seen.request.clone()),
        }
    }

    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let theirs = answers.beside.filter(|theirs| seen.accepts(theirs));
        theirs
            .filter(|_| !seen.accepts(&answers.main))
            .unwrap_or(answers.main)
    }

    fn looks_back(&self) -> bool {
        false
    }
}

/// The same call with the key of another account beside it.
fn beside_another(seen: &Seen<'_>) -> Next {
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
        let other = edit::with_key(&sent, "Library-Card", "card-2");
        assert_eq!(toy.request(&Exchanged, &sent), Next::Forward(other));
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

    #[test]
    fn things_of_another_account_are_reached() {
        let toy = Toy::new();
        let ours = request("GET", "/books/b-1", None);
        assert_eq!(toy.request(&Reached, &ours), Next::Forward(ours.clone()));
        let sent = edit::with_key(&ours, "Library-Card", "card-2");
        assert_eq!(
            toy.request(&Reached, &sent),
            Next::Beside(sent.clone(), ours)
        );
        let gone = response(404, r#"{"message":"b-1 not found!"}"#);
        let book = response(200, r#"{"book":{"uuid":"b-1"}}"#);
        let shown = toy.beside(&Reached, &sent, gone.clone(), Some(book.clone()));
        assert_eq!(shown, book);
        let shown = toy.beside(&Reached, &sent, gone.clone(), Some(gone.clone()));
        assert_eq!(shown, gone);
    }
}
