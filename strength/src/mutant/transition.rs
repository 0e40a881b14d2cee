//! A move between states is refused where it is allowed, or acknowledged and not done.

use referral_conformance::exchange::Response;
use spec::Operation;

use super::Way;
use crate::answer;
use crate::bend::{Answers, Bend, Seen};

pub(super) fn ways_to_refuse(operation: Option<&Operation>) -> Vec<Way> {
    let transition = operation.and_then(|operation| operation.transition.as_ref());
    let case = transition.and_then(|transition| transition.otherwise.clone());
    let statement = "the move is refused from the state that it is allowed from";
    vec![Way::new("refused", statement, Refused { case })]
}

pub(super) fn ways_to_forget() -> Vec<Way> {
    vec![Way::new(
        "not_done",
        "the move is acknowledged, and not done",
        NotDone,
    )]
}

/// The guard is the wrong way round: a thing in the right state is refused.
struct Refused {
    /// The documented refusal of a thing in another state, if there is one.
    case: Option<String>,
}

impl Bend for Refused {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        if !answer::is_accepted(seen.contract, &answers.main) {
            return answers.main;
        }
        let case = self.case.as_deref();
        match case.and_then(|case| seen.contract.error_case(seen.call.operation, case)) {
            Some(case) => answer::refusal(seen, case),
            None => answer::undocumented_refusal(seen.contract),
        }
    }
}

/// To the caller the thing stays where it was: the move can be made again and again.
struct NotDone;

impl Bend for NotDone {
    fn response(&self, seen: &Seen<'_>, answers: Answers) -> Response {
        let again = seen.memory.was_done(seen.call);
        if !again || answer::is_accepted(seen.contract, &answers.main) {
            return answers.main;
        }
        let transition = seen.call.operation.transition.as_ref();
        let otherwise = transition.and_then(|transition| transition.otherwise.as_deref());
        let case = answer::case_of(seen.contract, seen.call.operation, &answers.main);
        let moved = case.is_some_and(|case| Some(case.id.as_str()) == otherwise);
        if moved {
            answer::acceptance(seen)
        } else {
            answers.main
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request, response};

    const RETURNED: &str = r#"{"loan":{"uuid":"l-1","member":"ann@x.example"}}"#;
    const AGAIN: &str = r#"{"message":"Loan l-1 of ann@x.example was returned before"}"#;

    #[test]
    fn a_move_is_refused_with_the_documented_message() {
        let toy = Toy::new();
        let bend = Refused {
            case: Some("already_returned".to_owned()),
        };
        let sent = request("PATCH", "/loans/l-1/return", None);
        let refused = toy.response(&bend, &sent, response(200, RETURNED));
        let operation = toy.contract.operation("return_loan").unwrap();
        let case = answer::case_of(&toy.contract, operation, &refused);
        let case = case.map(|case| case.id.clone());
        assert_eq!(case.as_deref(), Some("already_returned"));
        let refused = response(409, AGAIN);
        assert_eq!(toy.response(&bend, &sent, refused.clone()), refused);
    }

    #[test]
    fn a_move_can_be_made_again_only_where_it_was_made() {
        let mut toy = Toy::new();
        let (first, other) = (
            request("PATCH", "/loans/l-1/return", None),
            request("PATCH", "/loans/l-2/return", None),
        );
        let refused = response(409, AGAIN);
        assert_eq!(toy.response(&NotDone, &first, refused.clone()), refused);
        toy.keep(&first, &response(200, RETURNED));
        assert_eq!(
            toy.response(&NotDone, &first, refused.clone()),
            response(200, RETURNED)
        );
        assert_eq!(toy.response(&NotDone, &other, refused.clone()), refused);
    }
}
