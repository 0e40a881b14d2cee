//! There can be more things than there may be.

use referral_conformance::exchange::Response;

use super::Way;
use crate::answer;
use crate::bend::{Answers, Bend, Seen};
use crate::memory::Outcome;

pub(super) fn ways(record: &str) -> Vec<Way> {
    let record = record.to_owned();
    vec![Way::new(
        "exceeded",
        "one more than there may be is acknowledged",
        Exceeded { record },
    )]
}

/// What is refused for no documented reason is refused for the limit.
struct Exceeded {
    record: String,
}

impl Bend for Exceeded {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let operation = seen.call.operation;
        let creates = operation.creates.as_ref() == Some(&self.record);
        let outcome = answer::outcome(seen.contract, operation, &answers.main);
        match creates && outcome == Outcome::RefusedOtherwise {
            true => answer::acceptance(seen),
            false => answers.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn one_more_is_accepted() {
        let toy = Toy::new();
        let bend = Exceeded {
            record: "Book".to_owned(),
        };
        let sent = request("POST", "/books", Some(r#"{"isbn":"1","title":"Emma"}"#));
        let full = response(409, r#"{"message":"The shelves are full"}"#);
        let accepted = toy.response(&bend, &sent, full);
        assert!(answer::is_accepted(&toy.contract, &accepted));
        let missing = response(422, r#"{"message":"A book needs an ISBN"}"#);
        assert_eq!(toy.response(&bend, &sent, missing.clone()), missing);
    }
}
