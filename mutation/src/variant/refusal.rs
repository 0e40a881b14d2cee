//! Refusals in other words: of what has no documented message, or of another case that the document does not tell from the
//! one that applies.

use referral_conformance::exchange::Response;

use crate::bend::{Answers, Bend, Seen};
use crate::memory::Outcome;
use crate::{answer, response};

pub(super) struct Reworded {
    pub(super) status: u16,
}

impl Bend for Reworded {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let outcome = answer::outcome(seen.contract, seen.call.operation, &answers.main);
        match outcome {
            Outcome::RefusedOtherwise => response::error(seen.contract, self.status, "no"),
            Outcome::Accepted | Outcome::Refused => answers.main,
        }
    }
}

/// Another case is answered where the document does not tell which of the two applies.
pub(super) struct Indistinct {
    pub(super) case: String,
    pub(super) other: String,
}

impl Bend for Indistinct {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let (contract, operation) = (seen.contract, seen.call.operation);
        let answered = answer::case_of(contract, operation, &answers.main);
        let case = answered.and_then(|case| contract.error_case(operation, &case.id));
        let case = case.filter(|case| case.id == self.case);
        let mut others = case
            .into_iter()
            .flat_map(|case| contract.indistinct(Some(operation), case));
        match others.find(|other| other.id == self.other) {
            Some(other) => {
                let status = other
                    .status
                    .stated()
                    .copied()
                    .unwrap_or(answers.main.status);
                response::error(contract, status, other.message.to_string())
            }
            None => answers.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn another_case_is_answered_where_the_two_are_not_told_apart() {
        let toy = Toy::new();
        let bend = Indistinct {
            case: "card_unknown".to_owned(),
            other: "reader_gone".to_owned(),
        };
        let sent = request("GET", "/books/b-1", None);
        let unknown = response(401, r#"{"message":"This library card is not known"}"#);
        let gone = response(403, r#"{"message":"Reader not found!"}"#);
        assert_eq!(toy.response(&bend, &sent, unknown.clone()), gone);
        // This operation says itself which of the two it answers.
        let sent = request("GET", "/branch", None);
        assert_eq!(toy.response(&bend, &sent, unknown.clone()), unknown);
    }

    #[test]
    fn documented_messages_stay() {
        let toy = Toy::new();
        let bend = Reworded { status: 403 };
        let sent = request("GET", "/books/b-1", None);
        let unknown = response(404, r#"{"message":"Is this a book?"}"#);
        let no = response(403, r#"{"message":"no"}"#);
        assert_eq!(toy.response(&bend, &sent, unknown), no);
        let known = response(404, r#"{"message":"b-1 not found!"}"#);
        assert_eq!(toy.response(&bend, &sent, known.clone()), known);
    }
}
