//! Valid requests are refused, with a message that the contract does not know.

use referral_conformance::exchange::Response;

use super::Way;
use crate::answer;
use crate::bend::{Answers, Bend, Seen};

pub(super) fn ways() -> Vec<Way> {
    vec![Way::new("refused", "valid requests are refused", Refused)]
}

struct Refused;

impl Bend for Refused {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        if answer::is_accepted(seen.contract, &answers.main) {
            return answer::undocumented_refusal(seen.contract);
        }
        answers.main
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    #[test]
    fn only_what_was_accepted_is_refused() {
        let toy = Toy::new();
        let sent = request("GET", "/books/b1", None);
        let refused = toy.response(&Refused, &sent, response(200, "{}"));
        assert!(!answer::is_accepted(&toy.contract, &refused));
        let gone = response(404, r#"{"message":"b1 not found!"}"#);
        assert_eq!(toy.response(&Refused, &sent, gone.clone()), gone);
    }
}
