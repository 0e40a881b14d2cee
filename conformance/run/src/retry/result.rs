//! What a report says of retried scenarios.

use super::{ChangedStart, Difference};
use crate::finding::Failure;
use crate::redact::Quote;

/// Why a scenario was retried; of several reasons, the first in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RetryReason {
    /// A fixture that it consumes was consumed already, or may have been.
    UsedUp,
    /// Another client may have changed what it reads.
    Changed,
    /// A read may have lagged behind a write of the scenario.
    Delayed,
    /// Newer records may have hidden the ones it created.
    Hidden,
}

impl RetryReason {
    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::UsedUp => "used_up",
            Self::Delayed => "delayed",
            Self::Hidden => "hidden",
        }
    }

    /// A sentence for people.
    pub fn explanation(self) -> &'static str {
        match self {
            Self::Changed => "another client may have changed the same records",
            Self::UsedUp => "a fixture may have been consumed already; retried with another one",
            Self::Delayed => "reads may lag behind writes; retried with a pause after each write",
            Self::Hidden => "newer records may have hidden the ones it created",
        }
    }
}

/// A scenario that was retried and whose attempts differed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetriedScenario {
    /// Id of the scenario.
    pub scenario: String,
    /// Reason of the first retry.
    pub why: RetryReason,
    /// Number of attempts, the first included.
    pub attempts: usize,
    /// Kind and id of the fixtures of the last attempt.
    pub fixtures: Vec<(String, Quote)>,
    /// Failures that did not occur in every attempt.
    pub flaky: Vec<FlakyFinding>,
}

/// A clause that failed in some attempts only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlakyFinding {
    /// Id of the clause.
    pub clause: String,
    /// Step, from 1.
    pub step: usize,
    /// Number of attempts in which it failed.
    pub wrong: usize,
    /// Number of attempts in which it held.
    pub held: usize,
    /// The last failure.
    pub failure: Failure,
    /// What differed between the attempts.
    pub difference: Difference,
    /// The value by which the starting states differ, if they do.
    pub changed_start: Option<ChangedStart>,
}
