//! Combines the results that several attempts of a scenario gave for one claim.
//!
//! A failure decides unless something else than the server explains it. Several good results do not outvote it.

use super::start::Comparison;
use crate::finding::{Failure, FindingResult, NotHeld};
use crate::reason::Reason;

/// In how many attempts without pauses a clause must fail before a lag counts as their cause. A server that fails in
/// every second or third attempt does not fail in three of the first four.
const LAG_FAILURES: usize = 3;

/// What one attempt showed of a claim.
#[derive(Clone, Debug)]
pub(super) struct Vote {
    pub(super) result: FindingResult,
    /// Whether the attempt paused after each write.
    pub(super) pauses: bool,
    /// How its starting state compares with that of the first attempt that failed.
    pub(super) start: Comparison,
    /// Whether the response that failed shows that another client changed the record during the attempt.
    pub(super) others: bool,
}

impl Vote {
    /// Whether the attempt shows something of the claim. It does not if it did not reach the claim, or an earlier step did
    /// not come out as the claim needs.
    pub(super) fn is_telling(&self) -> bool {
        is_exercised(&self.result)
            && self.result != Err(NotHeld::Inconclusive(Reason::NotDemonstrated))
    }
}

/// What may cause a failure besides the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Excuses {
    /// Whether another client may cause it, or a lag of reads behind writes.
    pub(super) any: bool,
    /// Whether no other client writes.
    pub(super) alone: bool,
    /// Whether it was seen elsewhere in the run that reads lag behind writes.
    pub(super) lag_seen: bool,
}

/// What differed between the attempts that failed and those that did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Pauses after writes: reads lag behind writes.
    Lag,
    /// Another run of the suite, whose values the failed attempts read.
    OtherClient,
    /// The starting state: a failed attempt may have changed its own precondition.
    Start,
    /// Nothing that was seen.
    Unexplained,
}

impl Difference {
    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lag => "lag",
            Self::OtherClient => "other_client",
            Self::Start => "start",
            Self::Unexplained => "unexplained",
        }
    }

    /// A sentence for people.
    pub fn explanation(self) -> &'static str {
        match self {
            Self::Lag => {
                "reads lag behind writes: it failed without pauses after writes and held with them"
            }
            Self::OtherClient => {
                "another run of the suite changed the record meanwhile: each failed attempt read a value of that run"
            }
            Self::Start => {
                "the other attempts began from another state, so they show nothing about the failure"
            }
            Self::Unexplained => "nothing that was seen explains the difference",
        }
    }
}

/// The result of several attempts.
///
/// Without a failure, it is held if any attempt held. If something that was seen explains the failures, it is held. If not,
/// a failure is a breach if every attempt failed that began from a comparable state, and unstable otherwise.
pub(super) fn combine(votes: &[Vote], excuses: Excuses) -> FindingResult {
    let Some(failure) = votes.iter().rev().find_map(|vote| failure(&vote.result)) else {
        return combine_without_failure(votes);
    };
    if is_breach(votes, excuses) {
        return Err(NotHeld::Breach(Box::new(failure.clone())));
    }
    match explanation(votes, excuses) {
        Some((_, held)) => held.result.clone(),
        None => Err(NotHeld::Unstable(Box::new(failure.clone()))),
    }
}

/// Whether nothing but the server causes the failures.
fn is_breach(votes: &[Vote], excuses: Excuses) -> bool {
    let comparable = || votes.iter().filter(|vote| is_comparable(vote));
    let is_breach = |vote: &&Vote| matches!(vote.result, Err(NotHeld::Breach(_))) && !vote.others;
    let breaches = comparable().filter(is_breach).count();
    let is_repeated = breaches > 1 || votes.len() == 1;
    // No other client changed the state from which the later attempts began.
    let has_changed_start = || votes.iter().any(|vote| vote.start == Comparison::Different);
    breaches > 0
        && (!excuses.any
            || breaches == comparable().count()
                && (is_repeated || excuses.alone && has_changed_start()))
}

/// What explains the failures, and an attempt that shows that the clause holds without it.
fn explanation(votes: &[Vote], excuses: Excuses) -> Option<(Difference, &Vote)> {
    let is_lag = || excuses.lag_seen || lag_failures(votes) >= LAG_FAILURES;
    let lag = held_with_pauses(votes).filter(|_| is_lag());
    lag.map(|held| (Difference::Lag, held))
        .or_else(|| held_without_others(votes).map(|held| (Difference::OtherClient, held)))
}

/// An attempt that held, if another client was seen in each one that failed. The states from which they began may differ:
/// the other client changed the record.
fn held_without_others(votes: &[Vote]) -> Option<&Vote> {
    let is_explained = votes.iter().filter(|vote| failed(vote)).all(|vote| vote.others);
    votes.iter().rfind(|vote| vote.result.is_ok()).filter(|_| is_explained)
}

fn combine_without_failure(votes: &[Vote]) -> FindingResult {
    let results = || votes.iter().map(|vote| &vote.result);
    let held = results().rfind(|result| result.is_ok());
    held.or_else(|| results().rfind(|result| is_exercised(result)))
        .or_else(|| results().next_back())
        .cloned()
        .unwrap_or(Err(NotHeld::NotExercised(Reason::NoScenario)))
}

/// Whether another attempt without pauses can show that a lag explains the failures.
pub(super) fn needs_confirmation(votes: &[Vote]) -> bool {
    held_with_pauses(votes).is_some() && lag_failures(votes) < LAG_FAILURES
}

/// Whether one attempt failed and no other showed anything, so that a further one can decide.
pub(super) fn has_single_failure(votes: &[Vote]) -> bool {
    let mut telling = votes.iter().filter(|vote| vote.is_telling());
    votes.len() > 1 && telling.next().is_some_and(failed) && telling.next().is_none()
}

/// Whether the attempts show by themselves that reads lag behind writes.
pub(super) fn show_lag(votes: &[Vote]) -> bool {
    held_with_pauses(votes).is_some() && lag_failures(votes) >= LAG_FAILURES
}

/// Whether they may do so: all attempts without pauses failed, and one with pauses held.
pub(super) fn may_show_lag(votes: &[Vote]) -> bool {
    held_with_pauses(votes).is_some()
}

/// An attempt with pauses that held, if every one with pauses did and every other one failed.
fn held_with_pauses(votes: &[Vote]) -> Option<&Vote> {
    let mut telling = votes.iter().filter(|vote| vote.is_telling());
    let is_partition = telling.all(|vote| {
        if vote.pauses {
            vote.result.is_ok() && vote.start == Comparison::Same
        } else {
            failed(vote)
        }
    });
    votes.iter().rfind(|vote| is_partition && vote.pauses && vote.result.is_ok())
}

fn lag_failures(votes: &[Vote]) -> usize {
    votes.iter().filter(|vote| !vote.pauses && failed(vote)).count()
}

/// Whether the result says something about the failure: it failed as well, or began from a state that is not known to be
/// another one.
fn is_comparable(vote: &Vote) -> bool {
    vote.is_telling() && (failed(vote) || vote.start != Comparison::Different)
}

/// What differed between the attempts; `None` if no attempt failed, or all did that show something of the claim.
pub(super) fn difference(votes: &[Vote], excuses: Excuses) -> Option<Difference> {
    let telling = || votes.iter().filter(|vote| vote.is_telling());
    let failures = telling().filter(|vote| failed(vote)).count();
    if failures == 0 || failures == telling().count() && (failures > 1 || votes.len() == 1) {
        return None;
    }
    let others_differ = || {
        let mut others = telling().filter(|vote| !failed(vote)).peekable();
        others.peek().is_some() && others.all(|vote| vote.start == Comparison::Different)
    };
    let explanation = explanation(votes, excuses).filter(|_| !is_breach(votes, excuses));
    Some(if let Some((difference, _)) = explanation {
        difference
    } else if others_differ() {
        Difference::Start
    } else {
        Difference::Unexplained
    })
}

pub(super) fn failed(vote: &Vote) -> bool {
    failure(&vote.result).is_some()
}

pub(super) fn failure(result: &FindingResult) -> Option<&Failure> {
    match result {
        Err(NotHeld::Breach(failure) | NotHeld::Unstable(failure)) => Some(failure),
        _ => None,
    }
}

fn is_exercised(result: &FindingResult) -> bool {
    !matches!(result, Err(NotHeld::NotExercised(_)))
}

/// Whether the results of the attempts are of several kinds.
pub(super) fn have_differed(votes: &[Vote]) -> bool {
    votes.windows(2).any(|pair| !same_kind(&pair[0].result, &pair[1].result))
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

    const SHARED: Excuses = Excuses { any: true, alone: false, lag_seen: false };
    const ALONE: Excuses = Excuses { alone: true, ..SHARED };

    fn failure() -> Box<Failure> {
        Box::new(Failure {
            exchange: 1,
            pointer: "".into(),
            expected: "lent".into(),
            actual: "returned".into(),
        })
    }

    /// One letter for each attempt: `f` failed, `h` held, `o` inconclusive, `d` inconclusive because an
    /// earlier step did not come out as needed, `n` not exercised; capital letters have
    /// pauses. `*` after it says that it began from another state, `?` that its starting state is unknown, `+` that another
    /// client was seen.
    fn votes(text: &str) -> Vec<Vote> {
        let mut votes: Vec<Vote> = Vec::new();
        for sign in text.chars() {
            let result = match sign.to_ascii_lowercase() {
                'f' => Err(NotHeld::Breach(failure())),
                'h' => Ok(Held::ONCE),
                'o' => Err(NotHeld::Inconclusive(Reason::OtherOutcome)),
                'd' => Err(NotHeld::Inconclusive(Reason::NotDemonstrated)),
                'n' => Err(NotHeld::NotExercised(Reason::UsedUp)),
                '+' => {
                    votes.last_mut().unwrap().others = true;
                    continue;
                }
                sign => {
                    let start =
                        if sign == '*' { Comparison::Different } else { Comparison::Unknown };
                    votes.last_mut().unwrap().start = start;
                    continue;
                }
            };
            let (pauses, start) = (sign.is_uppercase(), Comparison::Same);
            votes.push(Vote { result, pauses, start, others: false });
        }
        votes
    }

    fn verdict(text: &str, excuses: Excuses) -> &'static str {
        match combine(&votes(text), excuses) {
            Ok(_) => "held",
            Err(NotHeld::Breach(_)) => "breach",
            Err(NotHeld::Unstable(_)) => "unstable",
            Err(NotHeld::Inconclusive(_)) => "inconclusive",
            Err(NotHeld::NotExercised(_)) => "not exercised",
        }
    }

    #[test]
    fn failure_decides_unless_it_is_explained() {
        let excused = Excuses { any: false, ..SHARED };
        for (text, excuses, expected) in [
            ("h", SHARED, "held"),
            ("oh", SHARED, "held"),
            ("on", SHARED, "inconclusive"),
            ("nn", SHARED, "not exercised"),
            ("f", SHARED, "breach"),
            ("ff", SHARED, "breach"),
            ("nff", SHARED, "breach"),
            ("fNnF", SHARED, "breach"),
            ("ffd", SHARED, "breach"),
            ("fd", SHARED, "unstable"),
            ("ffo", SHARED, "unstable"),
            ("fh", SHARED, "unstable"),
            ("ffffh", SHARED, "unstable"),
            ("hf", SHARED, "unstable"),
            ("fo", SHARED, "unstable"),
            ("fn", SHARED, "unstable"),
            ("fh", ALONE, "unstable"),
            // The breach changed the record for good.
            ("fh*", SHARED, "unstable"),
            ("fh*", ALONE, "breach"),
            ("fH*", ALONE, "breach"),
            ("fh?", ALONE, "unstable"),
            ("fn", ALONE, "unstable"),
            ("fh*f", SHARED, "breach"),
            // No other client and no lag causes a wrong type.
            ("hf", excused, "breach"),
        ] {
            assert_eq!(verdict(text, excuses), expected, "{text} {excuses:?}");
        }
    }

    #[test]
    fn lag_explains_failures_only_if_pauses_decide() {
        for (text, expected, confirm) in [
            ("fH", "unstable", true),
            ("fHf", "unstable", true),
            ("fHff", "held", false),
            // A breach in the first attempt only, or in every second or third one.
            ("fHh", "unstable", false),
            ("fHfHh", "unstable", false),
            ("fHhf", "unstable", false),
            ("fHfh", "unstable", false),
            ("fHFf", "unstable", false),
            ("fH*f", "breach", false),
            ("fH?ff", "unstable", false),
            ("fF", "breach", false),
        ] {
            assert_eq!(verdict(text, ALONE), expected, "{text}");
            assert_eq!(needs_confirmation(&votes(text)), confirm, "{text}");
        }
        let lagging = Excuses { lag_seen: true, ..ALONE };
        assert_eq!(verdict("fH", lagging), "held");
        assert_eq!(verdict("fHh", lagging), "unstable");
        assert_eq!(verdict("fH*", lagging), "breach");
    }

    #[test]
    fn a_single_failure_is_not_decided_by_attempts_that_show_nothing() {
        for (text, single) in [("f", false), ("fn", true), ("fNd", true), ("nfn", true)] {
            assert_eq!(has_single_failure(&votes(text)), single, "{text}");
        }
        for text in ["ff", "fnf", "fh", "fo", "nn", "fhn"] {
            assert!(!has_single_failure(&votes(text)), "{text}");
        }
    }

    #[test]
    fn other_client_explains_failures_only_where_it_was_seen() {
        for (text, expected) in [
            ("f+h", "held"),
            ("f+f+h", "held"),
            ("f+fh", "unstable"),
            ("ff+", "unstable"),
            ("f+h*", "held"),
            ("f+h?", "held"),
            ("f+o", "unstable"),
            // It may disturb every attempt.
            ("f+f+f+", "unstable"),
            ("f+ff", "unstable"),
        ] {
            assert_eq!(verdict(text, SHARED), expected, "{text}");
        }
    }

    #[test]
    fn differences_are_named() {
        for (text, expected) in [
            ("ff", None),
            ("hh", None),
            ("f", None),
            ("fHff", Some(Difference::Lag)),
            ("f+h", Some(Difference::OtherClient)),
            ("fh*", Some(Difference::Start)),
            ("fh", Some(Difference::Unexplained)),
            ("fn", Some(Difference::Unexplained)),
        ] {
            assert_eq!(difference(&votes(text), SHARED), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn failure_is_never_outvoted(text in "(f\\+|[fhonH]){1,6}", lag_seen: bool, alone: bool) {
            let excuses = Excuses { any: true, alone, lag_seen };
            let votes = votes(&text);
            let combined = combine(&votes, excuses);
            let has_failed = votes.iter().any(failed);
            let difference = difference(&votes, excuses);
            let is_explained = matches!(difference, Some(Difference::Lag | Difference::OtherClient));
            prop_assert_eq!(combined.is_ok() && has_failed, is_explained);
            if difference == Some(Difference::OtherClient) {
                prop_assert!(votes.iter().all(|vote| !failed(vote) || vote.others));
            } else if is_explained {
                prop_assert!(votes.iter().any(|vote| vote.pauses && vote.result.is_ok()));
                prop_assert!(!votes.iter().any(|vote| !vote.pauses && vote.result.is_ok()));
            }
        }
    }
}
