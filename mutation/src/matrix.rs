//! The kill matrix: which mutant was caught by which clause, and what no mutant proves.

pub mod json;
pub mod table;

use std::collections::{BTreeMap, BTreeSet};

use spec::{Clause, Evidence};

use crate::mutant::Mutant;
use crate::mutant_result::{MutantResult, MutantStatus};

/// What became of each mutant.
pub struct KillMatrix {
    /// One for each mutant, in order of clause.
    pub rows: Vec<Row>,
    /// Clauses that are to be proved, and that no mutant of theirs proves.
    pub unproven: Vec<UnprovenClause>,
}

/// A mutant and what became of it.
pub struct Row {
    /// The mutant.
    pub mutant: Mutant,
    /// What became of it.
    pub result: MutantResult,
}

/// A clause of which nobody knows whether the suite would see it broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnprovenClause {
    /// The clause.
    pub clause: String,
    /// Whether it has a mutant at all.
    pub has_mutant: bool,
}

impl KillMatrix {
    /// From the grades, and the clauses that are to be proved: of those, the testable ones that the
    /// document states must each have a mutant that is killed by their own id.
    #[must_use]
    pub fn new(result: Vec<(Mutant, MutantResult)>, clauses: &[Clause]) -> Self {
        let rows: Vec<Row> = result
            .into_iter()
            .map(|(mutant, result)| Row { mutant, result })
            .collect();
        let killed: BTreeSet<&str> = rows
            .iter()
            .filter(|row| row.result.grade == MutantStatus::Killed)
            .map(|row| row.mutant.clause.id.as_str())
            .collect();
        let due = clauses.iter().filter(|clause| {
            clause.testable()
                && clause.evidence == Evidence::Stated
                && !killed.contains(clause.id.as_str())
        });
        let unproven = due.map(|clause| UnprovenClause {
            clause: clause.id.clone(),
            has_mutant: rows.iter().any(|row| row.mutant.clause.id == clause.id),
        });
        let unproven = unproven.collect();
        Self { rows, unproven }
    }

    /// Whether every clause that is to be proved is.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.unproven.is_empty()
    }

    /// How many mutants have each grade; every grade is listed.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<&'static str, usize> {
        let mut counts: BTreeMap<_, _> = MutantStatus::NAMES
            .into_iter()
            .map(|name| (name, 0))
            .collect();
        for row in &self.rows {
            *counts.entry(row.result.grade.name()).or_default() += 1;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutant::mutants;
    use crate::testing::contract;

    /// The mutants of one operation: those of one clause survive, one of another clause is killed by a third, and the
    /// others by their own.
    fn matrix() -> KillMatrix {
        let contract = contract();
        let of_one = |clause: &Clause| clause.operation.as_deref() == Some("remove_book");
        let another = "remove_book.errors.book_lent.message/letter";
        let grade = |mutant: &Mutant| match mutant.clause.id.as_str() {
            "remove_book.accepted" => (MutantStatus::Survived, "held"),
            _ if mutant.id == another => {
                (MutantStatus::KilledByAnother, "inconclusive: no_control")
            }
            _ => (MutantStatus::Killed, "violated"),
        };
        let mutants = mutants(&contract)
            .into_iter()
            .filter(|mutant| of_one(&mutant.clause));
        let result = mutants.map(|mutant| {
            let (grade, own) = grade(&mutant);
            let also = match grade {
                MutantStatus::KilledByAnother => vec!["remove_book.success.body".to_owned()],
                _ => Vec::new(),
            };
            (
                mutant,
                MutantResult {
                    grade,
                    own: own.to_owned(),
                    also,
                },
            )
        });
        let clauses: Vec<Clause> = contract.clauses().into_iter().filter(of_one).collect();
        KillMatrix::new(result.collect(), &clauses)
    }

    #[test]
    fn surviving_mutants_fail_the_gate() {
        let matrix = matrix();
        assert!(!matrix.holds());
        // The clause whose one mutant was killed by another clause has a second one, which is enough.
        let unproven = UnprovenClause {
            clause: "remove_book.accepted".to_owned(),
            has_mutant: true,
        };
        assert_eq!(matrix.unproven, [unproven]);
    }

    #[test]
    fn clauses_without_a_mutant_are_listed() {
        let contract = contract();
        let matrix = KillMatrix::new(Vec::new(), &contract.clauses());
        assert!(!matrix.holds());
        assert!(matrix.unproven.iter().all(|unproven| !unproven.has_mutant));
        let exampled = "return_loan.success.loan.renewals.present";
        assert!(
            !matrix
                .unproven
                .iter()
                .any(|unproven| unproven.clause == exampled)
        );
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
