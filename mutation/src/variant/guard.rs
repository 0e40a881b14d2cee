//! What is refused without a documented reason is accepted, and nothing is done.

use referral_conformance::exchange::Response;

use crate::answer;
use crate::bend::{Answers, Bend, Seen};
use crate::memory::Outcome;

/// A refusal that the contract has no message for.
pub(super) struct Unrefused;

impl Bend for Unrefused {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let outcome = answer::outcome(seen.contract, seen.call.operation, &answers.main);
        match outcome == Outcome::RefusedOtherwise && seen.is_about_known_things() {
            true => answer::unchanged(seen),
            false => answers.main,
        }
    }
}

/// A refusal of which the contract does not say when it is given.
pub(super) struct NeverGiven {
    pub(super) case: String,
}

impl Bend for NeverGiven {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let case = answer::case_of(seen.contract, seen.call.operation, &answers.main);
        match case.is_some_and(|case| case.id == self.case) {
            true => answer::unchanged(seen),
            false => answers.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn nothing_is_done_and_nobody_is_told() {
        let mut toy = Toy::new();
        let get = request("GET", "/books/b-1", None);
        let book = response(200, r#"{"book":{"uuid":"b-1","state":"available"}}"#);
        toy.keep(&get, &book);
        let sent = request("PATCH", "/books/b-1", Some(r#"{"state":"withdrawn"}"#));
        let guarded = response(409, r#"{"message":"It stays in the reading room"}"#);
        assert_eq!(toy.response(&Unrefused, &sent, guarded), book);
        let lent = response(409, r#"{"message":"Book b-1 (Emma) is lent"}"#);
        assert_eq!(toy.response(&Unrefused, &sent, lent.clone()), lent);
    }

    #[test]
    fn one_refusal_is_never_given() {
        let toy = Toy::new();
        let bend = NeverGiven {
            case: "reader_blocked".to_owned(),
        };
        let sent = request("POST", "/reservations", Some(r#"{"loan":"l-1"}"#));
        let blocked = response(403, r#"{"message":"You cannot reserve books"}"#);
        assert_eq!(toy.response(&bend, &sent, blocked).status, 201);
        let again = response(409, r#"{"message":"You are the next already"}"#);
        assert_eq!(toy.response(&bend, &sent, again.clone()), again);
    }
}
