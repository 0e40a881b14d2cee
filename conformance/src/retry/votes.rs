//! Combines the results that several attempts of a scenario gave for one claim.

use std::mem::discriminant;

use super::FlakyFinding;
use crate::finding::{Failure, FindingResult};
use crate::judge::Finding;
use crate::reason::Reason;

/// The result of several attempts: held if any held, a breach if every attempt that exercised the claim, and at
/// least two if it was retried, showed one.
pub(super) fn combine(votes: &[FindingResult]) -> FindingResult {
    let held = votes.iter().rfind(|vote| matches!(vote, FindingResult::Held { .. }));
    if let Some(held) = held {
        return held.clone();
    }
    let breaches = votes.iter().filter_map(failure).count();
    let exercised = votes.iter().filter(|vote| is_exercised(vote)).count();
    if breaches > 0 && (breaches < exercised || breaches == 1 && votes.len() > 1) {
        return FindingResult::Inconclusive(Reason::Disturbed);
    }
    votes
        .iter()
        .rfind(|vote| is_exercised(vote))
        .or(votes.last())
        .cloned()
        .unwrap_or(FindingResult::NotExercised(Reason::NoScenario))
}

fn failure(vote: &FindingResult) -> Option<&Failure> {
    match vote {
        FindingResult::Breach(failure) => Some(failure),
        _ => None,
    }
}

fn is_exercised(vote: &FindingResult) -> bool {
    !matches!(vote, FindingResult::NotExercised(_))
}

/// A finding that was a breach in some attempts only.
pub(super) fn flaky_finding(finding: &Finding, votes: &[FindingResult]) -> Option<FlakyFinding> {
    if matches!(finding.result, FindingResult::Breach(_)) {
        return None;
    }
    let held = votes.iter().filter(|vote| matches!(vote, FindingResult::Held { .. }));
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Some(FlakyFinding {
        clause: finding.claim.id.clone(),
        step: finding.step + 1,
        wrong: count(votes.iter().filter_map(failure).count()),
        held: count(held.count()),
        failure: votes.iter().rev().find_map(failure)?.clone(),
    })
}

/// Whether two results are of one kind, whatever their details.
pub(super) fn same_kind(one: &FindingResult, other: &FindingResult) -> bool {
    use FindingResult::{Inconclusive, NotExercised};
    match (one, other) {
        (NotExercised(one), NotExercised(other)) | (Inconclusive(one), Inconclusive(other)) => {
            one == other
        }
        _ => discriminant(one) == discriminant(other),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const OPEN: FindingResult = FindingResult::Inconclusive(Reason::OtherOutcome);
    const IDLE: FindingResult = FindingResult::NotExercised(Reason::UsedUp);

    fn wrong(exchange: u32) -> FindingResult {
        FindingResult::Breach(Box::new(Failure {
            exchange,
            pointer: String::new(),
            expected: "lent".to_owned(),
            actual: "returned".to_owned(),
        }))
    }

    #[test]
    fn a_breach_needs_every_attempt() {
        assert_eq!(combine(&[wrong(1), wrong(2)]), wrong(2));
        assert_eq!(combine(&[wrong(1), wrong(2), FindingResult::HELD]), FindingResult::HELD);
        assert_eq!(combine(&[FindingResult::HELD, wrong(1)]), FindingResult::HELD);
        let disturbed = FindingResult::Inconclusive(Reason::Disturbed);
        assert_eq!(combine(&[wrong(1), OPEN, wrong(2)]), disturbed);
        // An attempt that did not exercise the clause does not count.
        assert_eq!(combine(&[wrong(1)]), wrong(1));
        assert_eq!(combine(&[IDLE, wrong(1)]), disturbed);
        assert_eq!(combine(&[IDLE, wrong(1), wrong(2)]), wrong(2));
        assert_eq!(combine(&[OPEN, IDLE]), OPEN);
        assert_eq!(combine(&[IDLE, IDLE]), IDLE);
    }

    proptest! {
        #[test]
        fn one_held_attempt_prevents_a_breach(breached in prop::collection::vec(any::<bool>(), 1..6)) {
            let votes: Vec<_> = breached.iter().map(|one| if *one { wrong(1) } else { FindingResult::HELD }).collect();
            let is_breach = matches!(combine(&votes), FindingResult::Breach(_));
            prop_assert_eq!(is_breach, breached.iter().all(|one| *one));
        }
    }
}
