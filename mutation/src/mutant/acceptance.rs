//! Valid requests are refused, with a message that the contract does not know, or fail.

use referral_conformance::exchange::Response;
use spec::Operation;

use super::rejection::Rejection;
use super::{Way, When};
use crate::bend::{Answers, Bend, Seen};

pub(super) fn ways(operation: Option<&Operation>) -> Vec<Way> {
    let names = operation.is_some_and(|operation| !operation.path_parameters.is_empty());
    let later = match names {
        true => Way::sometimes(
            "refused_for_others",
            "valid requests are refused for all things but the first",
            REFUSED,
            When::AnotherThing,
        ),
        false => Way::sometimes(
            "refused_again",
            "valid requests are refused but for the first",
            REFUSED,
            When::Again,
        ),
    };
    let mut ways = vec![
        Way::new("refused", "valid requests are refused", REFUSED),
        Way::new("failing", "the server fails at valid requests", FAILING),
        later,
    ];
    if operation.is_some_and(takes_several) {
        ways.push(Way::sometimes(
            "refused_together",
            "valid requests with several optional inputs are refused",
            REFUSED,
            When::Several,
        ));
    }
    ways
}

fn takes_several(operation: &Operation) -> bool {
    let query = operation.query.iter().filter(|query| !query.required);
    let body = operation.body.iter().filter(|field| !field.required);
    query.count() > 1 || body.count() > 1
}

struct Refused(Rejection);

const REFUSED: Refused = Refused(Rejection::Undocumented);
const FAILING: Refused = Refused(Rejection::Failure);

impl Bend for Refused {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        match seen.accepts(&answers.main) {
            true => self.0.answer(seen),
            false => answers.main,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer;
    use crate::toy::{Toy, request, response};

    #[test]
    fn only_what_was_accepted_is_refused() {
        let toy = Toy::new();
        let sent = request("GET", "/books/b1", None);
        let refused = toy.response(&REFUSED, &sent, response(200, "{}"));
        assert!(!answer::is_accepted(&toy.contract, &refused));
        let gone = response(404, r#"{"message":"b1 not found!"}"#);
        assert_eq!(toy.response(&REFUSED, &sent, gone.clone()), gone);
    }
}
