//! Combines the results that several attempts of a scenario gave for one claim.

use super::FlakyFinding;
use crate::finding::{Failure, FindingResult, NotHeld};
use crate::judge::Finding;
use crate::reason::Reason;

/// The result of several attempts: held if any held, a breach if every attempt that exercised the claim, and at
/// least two if it was retried, showed one.
pub(super) fn combine(votes: &[FindingResult]) -> FindingResult {
    if let Some(held) = votes.iter().rfind(|vote| vote.is_ok()) {
        return held.clone();
    }
    let breaches = votes.iter().filter_map(failure).count();
    let exercised = votes.iter().filter(|vote| is_exercised(vote)).count();
    if breaches > 0 && (breaches < exercised || breaches == 1 && votes.len() > 1) {
        return Err(NotHeld::Inconclusive(Reason::Disturbed));
    }
    votes
        .iter()
        .rfind(|vote| is_exercised(vote))
        .or(votes.last())
        .cloned()
        .unwrap_or(Err(NotHeld::NotExercised(Reason::NoScenario)))
}

fn failure(vote: &FindingResult) -> Option<&Failure> {
    match vote {
        Err(NotHeld::Breach(failure)) => Some(failure),
        _ => None,
    }
}

fn is_exercised(vote: &FindingResult) -> bool {
    !matches!(vote, Err(NotHeld::NotExercised(_)))
}

/// A finding that was a breach in some attempts only.
pub(super) fn flaky_finding(finding: &Finding, votes: &[FindingResult]) -> Option<FlakyFinding> {
    if failure(&finding.result).is_some() {
        return None;
    }
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Some(FlakyFinding {
        clause: finding.claim.clause.id.clone(),
        step: finding.step + 1,
        wrong: count(votes.iter().filter_map(failure).count()),
        held: count(votes.iter().filter(|vote| vote.is_ok()).count()),
        failure: votes.iter().rev().find_map(failure)?.clone(),
    })
}

/// Whether the results of the attempts are of several kinds.
pub(super) fn have_differed(votes: &[FindingResult]) -> bool {
    votes.windows(2).any(|pair| !same_kind(&pair[0], &pair[1]))
}

/// Whether two results are of one kind, whatever their details.
fn same_kind(one: &FindingResult, other: &FindingResult) -> bool {
    match (one, other) {
        (Ok(_), Ok(_)) | (Err(NotHeld::Breach(_)), Err(NotHeld::Breach(_))) => true,
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::finding::Held;

    const OPEN: FindingResult = Err(NotHeld::Inconclusive(Reason::OtherOutcome));
    const IDLE: FindingResult = Err(NotHeld::NotExercised(Reason::UsedUp));
    const HELD: FindingResult = Ok(Held::ONCE);

    fn wrong(exchange: u32) -> FindingResult {
        Err(NotHeld::Breach(Box::new(Failure {
            exchange,
            pointer: "".into(),
            expected: "lent".into(),
            actual: "returned".into(),
        })))
    }

    #[test]
    fn a_breach_needs_every_attempt() {
        assert_eq!(combine(&[wrong(1), wrong(2)]), wrong(2));
        assert_eq!(combine(&[wrong(1), wrong(2), HELD]), HELD);
        assert_eq!(combine(&[HELD, wrong(1)]), HELD);
        let disturbed = Err(NotHeld::Inconclusive(Reason::Disturbed));
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
            let votes: Vec<_> = breached.iter().map(|one| if *one { wrong(1) } else { HELD }).collect();
            let is_breach = failure(&combine(&votes)).is_some();
            prop_assert_eq!(is_breach, breached.iter().all(|one| *one));
        }
    }
}
