//! What several tries of a scenario say of one claim together.

use super::FlakyFinding;
use crate::finding::FindingResult;
use crate::judge::Finding;
use crate::reason::Reason;

/// What several tries show of one claim together. A try in which it could not be come to says nothing; so what was
/// wrong must have been wrong twice, where it was tried again at all.
pub(super) fn combine(votes: &[FindingResult]) -> FindingResult {
    let last = |is: fn(&FindingResult) -> bool| votes.iter().rev().find(|judged| is(judged));
    let count = |is: fn(&FindingResult) -> bool| votes.iter().filter(|judged| is(judged)).count();
    if let Some(held) = last(|judged| matches!(judged, FindingResult::Held { .. })) {
        return held.clone();
    }
    let (wrong, exercised) = (count(is_breach), count(is_exercised));
    if wrong > 0 && (wrong < exercised || wrong == 1 && votes.len() > 1) {
        return FindingResult::Inconclusive(Reason::Disturbed);
    }
    let told = last(is_exercised).or(votes.last());
    told.cloned()
        .unwrap_or(FindingResult::NotExercised(Reason::NoScenario))
}

fn is_breach(judged: &FindingResult) -> bool {
    matches!(judged, FindingResult::Breach(_))
}

fn is_exercised(judged: &FindingResult) -> bool {
    !matches!(judged, FindingResult::NotExercised(_))
}

/// What was wrong in some tries only.
pub(super) fn flaky_finding(finding: &Finding, votes: &[FindingResult]) -> Option<FlakyFinding> {
    let failures = votes.iter().filter_map(|judged| match judged {
        FindingResult::Breach(failure) => Some(failure),
        _ => None,
    });
    let failures: Vec<_> = failures.collect();
    let held = votes
        .iter()
        .filter(|it| matches!(it, FindingResult::Held { .. }));
    let believed = matches!(finding.result, FindingResult::Breach(_));
    let failure = failures.last().filter(|_| !believed)?;
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Some(FlakyFinding {
        clause: finding.claim.id.clone(),
        step: finding.step + 1,
        wrong: count(failures.len()),
        held: count(held.count()),
        failure: (***failure).clone(),
    })
}

/// What tells two outcomes apart, whatever their details.
pub(super) fn kind(judged: &FindingResult) -> (u8, Option<Reason>) {
    match judged {
        FindingResult::Held { .. } => (0, None),
        FindingResult::Breach(_) => (1, None),
        FindingResult::NotExercised(reason) => (2, Some(*reason)),
        FindingResult::Inconclusive(reason) => (3, Some(*reason)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::finding::Failure;

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
    fn only_what_is_wrong_each_time_is_wrong() {
        assert_eq!(combine(&[wrong(1), wrong(2)]), wrong(2));
        assert_eq!(
            combine(&[wrong(1), wrong(2), FindingResult::HELD]),
            FindingResult::HELD
        );
        assert_eq!(
            combine(&[FindingResult::HELD, wrong(1)]),
            FindingResult::HELD
        );
        let disturbed = FindingResult::Inconclusive(Reason::Disturbed);
        assert_eq!(combine(&[wrong(1), OPEN, wrong(2)]), disturbed);
        // A try in which it could not be come to says nothing.
        assert_eq!(combine(&[wrong(1)]), wrong(1));
        assert_eq!(combine(&[IDLE, wrong(1)]), disturbed);
        assert_eq!(combine(&[IDLE, wrong(1), wrong(2)]), wrong(2));
        assert_eq!(combine(&[OPEN, IDLE]), OPEN);
        assert_eq!(combine(&[IDLE, IDLE]), IDLE);
    }

    proptest! {
        #[test]
        fn nobody_is_accused_of_what_held_once(wrong_ones in prop::collection::vec(any::<bool>(), 1..6)) {
            let votes: Vec<_> = wrong_ones.iter().map(|it| if *it { wrong(1) } else { FindingResult::HELD }).collect();
            let accused = matches!(combine(&votes), FindingResult::Breach(_));
            prop_assert_eq!(accused, wrong_ones.iter().all(|it| *it));
        }
    }
}
