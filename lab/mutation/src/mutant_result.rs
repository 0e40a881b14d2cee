//! Results of mutants.

use std::collections::BTreeSet;

use referral_conformance::verdict::{ClauseVerdict, Verdict};

use crate::guards::guards;
use crate::mutant::Mutant;
use crate::suite_run::{self, SuiteReport, is_unstable};

/// The status of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MutantStatus {
    /// The suite reported the clause that the mutant breaks.
    Killed,
    /// The suite reported only other clauses.
    KilledByAnother,
    /// The suite reported no clause.
    Survived,
    /// A clause failed in some attempts, and is held all the same.
    Excused,
    /// The mutant changed no exchange.
    Dead,
    /// The run is not conclusive, for this reason.
    Invalid(String),
}

impl MutantStatus {
    /// The names of all statuses, in the order of a summary.
    pub const NAMES: [&'static str; 6] =
        ["killed", "killed_by_another", "survived", "excused", "dead", "invalid"];

    /// The name in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Killed => "killed",
            Self::KilledByAnother => "killed_by_another",
            Self::Survived => "survived",
            Self::Excused => "excused",
            Self::Dead => "dead",
            Self::Invalid(_) => "invalid",
        }
    }
}

/// The result of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MutantResult {
    /// The status.
    pub status: MutantStatus,
    /// The verdict on the mutant's clause, with its reason.
    pub own_verdict: String,
    /// Other clauses that were reported.
    pub other_violations: Vec<String>,
    /// What reported the mutant's clause.
    pub guards: BTreeSet<String>,
}

impl MutantResult {
    /// The result of a run that failed.
    pub fn invalid(reason: String) -> Self {
        Self {
            status: MutantStatus::Invalid(reason),
            own_verdict: "none".to_owned(),
            other_violations: Vec::new(),
            guards: BTreeSet::new(),
        }
    }

    /// The result of a run in which the mutant changed `applied` exchanges. A failure that nothing explains counts as
    /// reported.
    ///
    /// A run in which no clause held is invalid: the server is broken beyond the mutant.
    pub fn evaluate(mutant: &Mutant, report: &SuiteReport, applied: usize) -> Self {
        let verdicts = &report.verdicts;
        let clause = &mutant.clause.id;
        let own = verdicts.iter().find(|verdict| verdict.clause.id == *clause);
        let is_failed = |own: &ClauseVerdict| suite_run::is_reported(own) || is_unstable(own);
        let reported = verdicts.iter().filter(|verdict| is_failed(verdict));
        let mut reported: Vec<_> = reported.map(|verdict| verdict.clause.id.clone()).collect();
        let any_held = verdicts.iter().any(|verdict| verdict.verdict == Verdict::Held);
        let status = if applied == 0 {
            MutantStatus::Dead
        } else if !any_held {
            MutantStatus::Invalid("no clause held".to_owned())
        } else if own.is_some_and(is_failed) {
            MutantStatus::Killed
        } else if !report.excused().is_empty() {
            MutantStatus::Excused
        } else if reported.is_empty() {
            MutantStatus::Survived
        } else {
            MutantStatus::KilledByAnother
        };
        reported.retain(|id| id != clause);
        Self {
            status,
            own_verdict: own.map_or_else(String::new, describe_verdict),
            other_violations: reported,
            guards: guards(report, clause),
        }
    }
}

/// `held`, or `inconclusive: no_control`.
fn describe_verdict(verdict: &ClauseVerdict) -> String {
    match verdict.verdict.reason() {
        Some(reason) => format!("{}: {reason}", verdict.verdict.name()),
        None => verdict.verdict.name().to_owned(),
    }
}
