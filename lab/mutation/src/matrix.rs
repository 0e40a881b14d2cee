//! The kill matrix: the result of each mutant, and the clauses that no mutant proves.

pub mod json;
pub mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;
use spec::{Clause, Evidence};

use crate::mutant::Mutant;
use crate::mutant_result::{MutantResult, MutantStatus};

/// The results of mutants.
pub struct KillMatrix {
    /// One row per mutant, in the order of the clauses.
    pub rows: Vec<(Mutant, MutantResult)>,
    /// Stated, testable clauses of which no mutant was killed.
    pub unproven: Vec<UnprovenClause>,
    /// What the results of an earlier run have and these have not.
    pub lost_guards: Vec<LostGuard>,
}

/// A clause of which no mutant was killed by the clause itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnprovenClause {
    /// Its id.
    pub clause: String,
    /// Whether it has a mutant.
    pub has_mutant: bool,
}

impl KillMatrix {
    /// The matrix of some results. Each stated, testable one of the `clauses` needs a mutant that was killed.
    pub fn new(rows: Vec<(Mutant, MutantResult)>, clauses: &[Clause]) -> Self {
        let killed: BTreeSet<&str> = rows
            .iter()
            .filter(|(_, result)| result.status == MutantStatus::Killed)
            .map(|(mutant, _)| mutant.clause.id.as_str())
            .collect();
        let unproven = clauses
            .iter()
            .filter(|clause| {
                clause.testable()
                    && clause.evidence == Evidence::Stated
                    && !killed.contains(clause.id.as_str())
            })
            .map(|clause| UnprovenClause {
                clause: clause.id.clone(),
                has_mutant: rows.iter().any(|(mutant, _)| mutant.clause.id == clause.id),
            })
            .collect();
        Self { rows, unproven, lost_guards: Vec::new() }
    }

    /// The matrix with further runs of some mutants. A mutant is killed if one of its runs kills it, and has the guards of
    /// all.
    #[must_use]
    pub fn with_further_runs(
        mut self,
        further_runs: Vec<(Mutant, MutantResult)>,
        clauses: &[Clause],
    ) -> Self {
        for (mutant, mut result) in further_runs {
            if let Some((_, first)) = self.rows.iter_mut().find(|(row, _)| row.id == mutant.id) {
                let is_killed = result.status == MutantStatus::Killed;
                first.guards.append(&mut result.guards);
                if is_killed {
                    let guards = std::mem::take(&mut first.guards);
                    *first = MutantResult { guards, ..result };
                }
            }
        }
        Self::new(self.rows, clauses)
    }

    /// Whether the gate holds: no clause is unproven or has lost a guard, and no failure was excused.
    pub fn holds(&self) -> bool {
        self.unproven.is_empty() && self.lost_guards.is_empty() && self.excuses_nothing()
    }

    /// Whether every failure of a mutant that was seen was reported.
    pub fn excuses_nothing(&self) -> bool {
        self.rows.iter().all(|(_, result)| result.status != MutantStatus::Excused)
    }

    /// The number of mutants per status, for all statuses.
    pub fn counts(&self) -> BTreeMap<&'static str, usize> {
        let mut counts: BTreeMap<_, _> =
            MutantStatus::NAMES.into_iter().map(|name| (name, 0)).collect();
        for (_, result) in &self.rows {
            *counts.entry(result.status.name()).or_default() += 1;
        }
        counts
    }
}

/// A mutant that scenarios reported by its clause, and do not report any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LostGuard {
    /// The clause.
    pub clause: String,
    /// The mutant.
    pub mutant: String,
    /// [`HAND_WRITTEN`](crate::guards::HAND_WRITTEN) or a family of derived scenarios.
    pub guard: String,
}

impl fmt::Display for LostGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { clause, mutant, guard } = self;
        write!(f, "lost guard: {clause} (no {guard} scenario reports it against {mutant})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guards::HAND_WRITTEN;
    use crate::mutant::mutants;
    use crate::tests::contract;

    /// The mutants of one operation. Those of one clause survive, and one is killed by another clause.
    fn matrix() -> KillMatrix {
        let contract = contract();
        let is_in_operation = |clause: &Clause| clause.operation.as_deref() == Some("remove_book");
        let killed_by_another = "remove_book.errors.book_lent.message/letter";
        let result = |mutant: &Mutant| {
            let (status, own_verdict) = match mutant.clause.id.as_str() {
                "remove_book.accepted" => (MutantStatus::Survived, "held"),
                _ if mutant.id == killed_by_another => {
                    (MutantStatus::KilledByAnother, "inconclusive: no_control")
                }
                _ => (MutantStatus::Killed, "violated"),
            };
            let other_violations = match status {
                MutantStatus::KilledByAnother => vec!["remove_book.success.body".to_owned()],
                _ => Vec::new(),
            };
            let own_verdict = own_verdict.to_owned();
            let guards = [HAND_WRITTEN.to_owned()].into();
            MutantResult { status, own_verdict, other_violations, guards }
        };
        let results = mutants(&contract)
            .into_iter()
            .filter(|mutant| is_in_operation(&mutant.clause))
            .map(|mutant| {
                let result = result(&mutant);
                (mutant, result)
            });
        let mut clauses = contract.clauses();
        clauses.retain(is_in_operation);
        KillMatrix::new(results.collect(), &clauses)
    }

    #[test]
    fn surviving_mutants_fail_the_gate() {
        let matrix = matrix();
        assert!(!matrix.holds());
        // One killed mutant is enough for a clause.
        let unproven =
            UnprovenClause { clause: "remove_book.accepted".to_owned(), has_mutant: true };
        assert_eq!(matrix.unproven, [unproven]);
    }

    #[test]
    fn clauses_without_a_mutant_are_listed() {
        let matrix = KillMatrix::new(Vec::new(), &contract().clauses());
        assert!(!matrix.holds());
        assert!(matrix.unproven.iter().all(|unproven| !unproven.has_mutant));
        let exampled = "return_loan.success.loan.renewals.present";
        assert!(matrix.unproven.iter().all(|it| it.clause != exampled));
    }

    #[test]
    fn table_format() {
        insta::assert_snapshot!(table::render(&matrix()));
    }

    #[test]
    fn json_format() {
        insta::assert_snapshot!(json::render(&matrix()));
    }
}
