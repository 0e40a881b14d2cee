//! What is refused without a documented message is refused in other words, with another status.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

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
