//! Why a run could not test anything: one reason that explains all other results, or the most frequent one.

mod peculiarities;
mod refused_key;
mod responses;
mod survey;

use std::collections::BTreeMap;
use std::fmt;

use crate::exchange::{Fault, ScenarioTrace};
use crate::reason::Reason;
use crate::redact::{Quote, Redactor};
use crate::text::escape;
use crate::verdict::{ClauseVerdict, Verdict};

pub use refused_key::RefusedKey;
pub(crate) use refused_key::describe_refusal;
pub use responses::{AlikeResponses, ResponseKind};
pub(crate) use survey::Survey;

/// What explains all other results: no call got a documented response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UntestedCause {
    /// There was no response.
    Unanswered {
        /// Base URL of the target.
        base_url: String,
        /// Why there was none.
        fault: Quote,
    },
    /// The usual key was refused, and no call with it was accepted.
    KeyRefused(RefusedKey),
    /// All calls that should have been accepted got these responses.
    Responses(Vec<AlikeResponses>),
}

impl UntestedCause {
    /// What keeps a run from testing, if anything does. `before` is the fault that ended fixture discovery.
    pub(crate) fn of(
        base_url: &str,
        traces: &[ScenarioTrace],
        before: Option<&Fault>,
        usual: Option<&RefusedKey>,
        survey: &Survey,
        redactor: &Redactor,
    ) -> Option<Self> {
        if let Some(fault) = unanswered(traces, before) {
            return Some(Self::Unanswered {
                base_url: base_url.to_owned(),
                fault: describe(fault, redactor),
            });
        }
        let responses = || survey.responses().map(Self::Responses);
        usual.map(|key| Self::KeyRefused(key.clone())).or_else(responses)
    }

    /// Whether nothing was tested, also where a clause held, such as that of a refused key.
    pub(crate) fn prevents_testing(&self) -> bool {
        !matches!(self, Self::Responses(_))
    }

    /// Whether every call got a response of this kind.
    pub(crate) fn is_only(&self, kind: ResponseKind) -> bool {
        matches!(self, Self::Responses(responses) if responses.iter().all(|alike| alike.kind == kind))
    }
}

impl fmt::Display for UntestedCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unanswered { base_url, fault } => {
                write!(f, "no response from {base_url}: {}", escape(fault))
            }
            Self::KeyRefused(key) => write!(f, "{key}"),
            Self::Responses(responses) => match responses.as_slice() {
                [alike] => write!(f, "every call was answered {alike}; {}", alike.kind.advice()),
                several => {
                    let counts = several.iter();
                    let counts = counts.map(|alike| format!("{} times {alike}", alike.calls));
                    let counts: Vec<_> = counts.collect();
                    write!(f, "no call got a documented response, but {}", counts.join(", "))
                }
            },
        }
    }
}

/// The first fault of a run without any response. It may have occurred during fixture discovery.
fn unanswered<'p>(traces: &'p [ScenarioTrace], before: Option<&'p Fault>) -> Option<&'p Fault> {
    let outcomes = || traces.iter().flat_map(ScenarioTrace::exchanges).map(|it| &it.outcome);
    if outcomes().any(Result::is_ok) {
        return None;
    }
    let mut faults = outcomes().filter_map(|outcome| outcome.as_ref().err());
    faults.find(|fault| !fault.is_end_of_run()).or(before)
}

fn describe(fault: &Fault, redactor: &Redactor) -> Quote {
    match fault {
        // Without a connection, the fault would be another one.
        Fault::Timeout => redactor.quote(format!(
            "{fault}: it accepts connections, and the first requests were not answered within `--timeout`"
        )),
        _ => redactor.quote(fault.to_string()),
    }
}

/// Whether a clause was shown to hold or to be broken.
pub(crate) fn is_tested(verdicts: &[ClauseVerdict]) -> bool {
    verdicts.iter().any(|clause| {
        matches!(clause.verdict, Verdict::Held | Verdict::Violated | Verdict::Deviates)
    })
}

/// That nothing held, with the reason of most clauses that something was sent for, or else of most clauses.
pub(crate) fn nothing_held(verdicts: &[ClauseVerdict]) -> String {
    let mut counts: BTreeMap<Reason, usize> = BTreeMap::new();
    for clause in verdicts {
        if let Verdict::NotExercised(reason) | Verdict::Inconclusive(reason) = clause.verdict {
            *counts.entry(reason).or_default() += 1;
        }
    }
    counts.remove(&Reason::Filter);
    let all: usize = counts.values().sum();
    // These reasons and those after them are known before a run.
    let rank = |(reason, count): &(&Reason, &usize)| (**reason < Reason::NoFixture, **count);
    // Of equally frequent reasons, the first one.
    match counts.iter().rev().max_by_key(rank) {
        None => "nothing held".to_owned(),
        Some((reason, count)) => format!(
            "nothing held, because of {} ({count} of {all} clauses): {}",
            reason.name(),
            reason.explanation()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::clause_verdict;

    fn clause(reason: Reason) -> ClauseVerdict {
        clause_verdict(Verdict::NotExercised(reason))
    }

    #[test]
    fn most_frequent_reason_of_the_run_is_named() {
        use Reason::{Filter, NoFixture, Stopped, Throttled};
        let named = |reasons: &[Reason]| {
            let verdicts: Vec<_> = reasons.iter().copied().map(clause).collect();
            nothing_held(&verdicts).split(": ").next().unwrap_or_default().to_owned()
        };
        let because = "nothing held, because of";
        assert_eq!(named(&[Filter]), "nothing held");
        assert_eq!(named(&[Filter, NoFixture]), format!("{because} no_fixture (1 of 1 clauses)"));
        let run = [NoFixture, NoFixture, NoFixture, Stopped, Throttled, Throttled];
        assert_eq!(named(&run), format!("{because} put_off (2 of 6 clauses)"));
        assert_eq!(named(&[Throttled, Stopped]), format!("{because} stopped (1 of 2 clauses)"));
    }
}
