//! What became of a mutant.

use referral_conformance::verdict::{ClauseVerdict, Verdict};

use crate::mutant::Mutant;
use crate::suite_run;

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MutantStatus {
    /// The clause it breaks was seen to be broken.
    Killed,
    /// Something was seen to be broken, but not the clause that is.
    KilledByAnother,
    /// Nothing was seen to be broken.
    Survived,
    /// Nothing ever came out otherwise than without it.
    Dead,
    /// The run says nothing about it; the text says why.
    Invalid(String),
}

impl MutantStatus {
    /// The words for all grades, in the order of a summary.
    pub const NAMES: [&'static str; 5] =
        ["killed", "killed_by_another", "survived", "dead", "invalid"];

    /// The word used in reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Killed => "killed",
            Self::KilledByAnother => "killed_by_another",
            Self::Survived => "survived",
            Self::Dead => "dead",
            Self::Invalid(_) => "invalid",
        }
    }
}

/// What a run says of a mutant: its grade, and the other clauses that were seen to be broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MutantResult {
    /// The grade.
    pub grade: MutantStatus,
    /// The verdict on its own clause, with its reason.
    pub own: String,
    /// Other clauses of which a breach was seen.
    pub also: Vec<String>,
}

impl MutantResult {
    /// Of a run that could not be made or judged.
    #[must_use]
    pub fn invalid(why: String) -> Self {
        Self {
            grade: MutantStatus::Invalid(why),
            own: "none".to_owned(),
            also: Vec::new(),
        }
    }

    /// Of a run with the mutant, in which so many exchanges came out otherwise.
    ///
    /// A server of which nothing at all was seen to hold is broken beyond its mutant: that it is
    /// caught shows nothing.
    #[must_use]
    pub fn of(mutant: &Mutant, verdicts: &[ClauseVerdict], applied: usize) -> Self {
        let own = verdicts
            .iter()
            .find(|verdict| verdict.clause.id == mutant.clause.id);
        let reported = suite_run::reported(verdicts);
        let holds = verdicts
            .iter()
            .any(|verdict| verdict.verdict == Verdict::Held);
        let grade = if applied == 0 {
            MutantStatus::Dead
        } else if !holds {
            MutantStatus::Invalid("nothing was seen to hold".to_owned())
        } else if own.is_some_and(suite_run::is_reported) {
            MutantStatus::Killed
        } else if reported.is_empty() {
            MutantStatus::Survived
        } else {
            MutantStatus::KilledByAnother
        };
        let also = reported
            .into_iter()
            .filter(|id| *id != mutant.clause.id)
            .collect();
        Self {
            grade,
            own: own.map_or_else(String::new, render_message),
            also,
        }
    }
}

/// `held`, or `inconclusive: no_control`.
fn render_message(verdict: &ClauseVerdict) -> String {
    match verdict.verdict.reason() {
        Some(reason) => format!("{}: {reason}", verdict.verdict.name()),
        None => verdict.verdict.name().to_owned(),
    }
}
