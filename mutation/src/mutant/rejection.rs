//! How a valid request is turned away.

use referral_conformance::exchange::Response;
use spec::{Condition, ErrorCase};

use super::Way;
use crate::answer;
use crate::bend::{Bend, Seen};

/// How a valid request is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rejection {
    /// With a message that the contract does not know.
    Undocumented,
    /// With the documented message for another defect.
    Misplaced,
    /// By a server that fails.
    Failure,
}

impl Rejection {
    /// A way to break a clause for each.
    pub(super) fn ways<B: Bend + 'static>(
        statement: &'static str,
        bend: impl Fn(Self) -> B,
    ) -> Vec<Way> {
        vec![
            Way::new("refused", statement, bend(Self::Undocumented)),
            Way::new("misplaced_refusal", statement, bend(Self::Misplaced)),
            Way::new("failing", statement, bend(Self::Failure)),
        ]
    }

    pub(super) fn answer(self, seen: &Seen<'_>) -> Response {
        match self {
            Self::Undocumented => answer::undocumented_refusal(seen.contract),
            Self::Misplaced => misplaced(seen),
            Self::Failure => answer::failure(),
        }
    }
}

/// The first documented refusal for a defect that the request itself would have to show.
fn misplaced(seen: &Seen<'_>) -> Response {
    let of_request = |case: &&ErrorCase| {
        matches!(
            case.when.known(),
            Some(
                Condition::Missing(_)
                    | Condition::Blank(_)
                    | Condition::Malformed(_)
                    | Condition::KeyAbsent
            )
        )
    };
    let own = seen.call.operation.errors.iter();
    let mut cases = own.chain(&seen.contract.service.errors).filter(of_request);
    match cases.next() {
        Some(case) => answer::refusal(seen, case),
        None => answer::undocumented_refusal(seen.contract),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Toy, request};

    #[test]
    fn a_valid_request_is_turned_away_in_three_ways() {
        let toy = Toy::new();
        let add = request("POST", "/books", Some(r#"{"isbn":"1","title":"Emma"}"#));
        let said = |rejection: Rejection| {
            let answer = toy.seen(&add, |seen| rejection.answer(seen));
            assert!(!answer::is_accepted(&toy.contract, &answer));
            answer::message(&toy.contract, &answer)
        };
        let messages = [
            Rejection::Undocumented,
            Rejection::Misplaced,
            Rejection::Failure,
        ];
        let [undocumented, misplaced, failure] = messages.map(said);
        assert!(undocumented.is_some() && undocumented != misplaced);
        assert_eq!(misplaced.as_deref(), Some("A book needs an ISBN"));
        assert_eq!(failure, None);
    }
}
