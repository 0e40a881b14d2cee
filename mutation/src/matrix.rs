//! The kill matrix: which mutant was caught by which clause, and what no mutant proves.

pub mod json;
pub mod table;

use std::collections::{BTreeMap, BTreeSet};

use spec::{Clause, Evidence};

use crate::grade::{Grade, Graded};
use crate::mutant::Mutant;

/// What became of each mutant.
pub struct Matrix {
    /// One for each mutant, in order of clause.
    pub rows: Vec<Row>,
    /// Clauses that are to be proved, and that no mutant of theirs proves.
    pub unproved: Vec<Unproved>,
}

/// A mutant and what became of it.
pub struct Row {
    /// The mutant.
    pub mutant: Mutant,
    /// What became of it.
    pub graded: Graded,
}

/// A clause of which nobody knows whether the suite would see it broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unproved {
    /// The clause.
    pub clause: String,
    /// Whether it has a mutant at all.
    pub has_mutant: bool,
}

impl Matrix {
    /// From the grades, and the clauses that are to be proved: of those, the testable ones that the
    /// document states must each have a mutant that is killed by their own id.
    #[must_use]
    pub fn new(graded: Vec<(Mutant, Graded)>, clauses: &[Clause]) -> Self {
        let rows: Vec<Row> = graded
            .into_iter()
            .map(|(mutant, graded)| Row { mutant, graded })
            .collect();
        let killed: BTreeSet<&str> = rows
            .iter()
            .filter(|row| row.graded.grade == Grade::Killed)
            .map(|row| row.mutant.clause.id.as_str())
            .collect();
        let due = clauses.iter().filter(|clause| {
            clause.testable()
                && clause.evidence == Evidence::Stated
                && !killed.contains(clause.id.as_str())
        });
        let unproved = due.map(|clause| Unproved {
            clause: clause.id.clone(),
            has_mutant: rows.iter().any(|row| row.mutant.clause.id == clause.id),
        });
        let unproved = unproved.collect();
        Self { rows, unproved }
    }

    /// Whether every clause that is to be proved is.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.unproved.is_empty()
    }

    /// How many mutants have each grade; every grade is listed.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<&'static str, usize> {
        let mut counts: BTreeMap<_, _> = Grade::NAMES.into_iter().map(|name| (name, 0)).collect();
        for row in &self.rows {
            *counts.entry(row.graded.grade.name()).or_default() += 1;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutant::mutants;
    use crate::toy::contract;

    /// The mutants of one operation: those of one clause survive, one of another clause is killed by a third, and the
    /// others by their own.
    fn matrix() -> Matrix {
        let contract = contract();
        let of_one = |clause: &Clause| clause.operation.as_deref() == Some("remove_book");
        let another = "remove_book.errors.book_lent.message/letter";
        let grade = |mutant: &Mutant| match mutant.clause.id.as_str() {
            "remove_book.accepted" => (Grade::Survived, "held"),
            _ if mutant.id == another => (Grade::KilledByAnother, "inconclusive: no_control"),
            _ => (Grade::Killed, "violated"),
        };
        let mutants = mutants(&contract)
            .into_iter()
            .filter(|mutant| of_one(&mutant.clause));
        let graded = mutants.map(|mutant| {
            let (grade, own) = grade(&mutant);
            let also = match grade {
                Grade::KilledByAnother => vec!["remove_book.success.body".to_owned()],
                _ => Vec::new(),
            };
            (
                mutant,
                Graded {
                    grade,
                    own: own.to_owned(),
                    also,
                },
            )
        });
        let clauses: Vec<Clause> = contract.clauses().into_iter().filter(of_one).collect();
        Matrix::new(graded.collect(), &clauses)
    }

    #[test]
    fn what_survives_breaks_the_gate() {
        let matrix = matrix();
        assert!(!matrix.holds());
        // The clause whose one mutant was killed by another clause has a second one, which is enough.
        let unproved = Unproved {
            clause: "remove_book.accepted".to_owned(),
            has_mutant: true,
        };
        assert_eq!(matrix.unproved, [unproved]);
    }

    #[test]
    fn clauses_without_a_mutant_are_named() {
        let contract = contract();
        let matrix = Matrix::new(Vec::new(), &contract.clauses());
        assert!(!matrix.holds());
        assert!(matrix.unproved.iter().all(|unproved| !unproved.has_mutant));
        let exampled = "return_loan.success.loan.renewals.present";
        assert!(
            !matrix
                .unproved
                .iter()
                .any(|unproved| unproved.clause == exampled)
        );
    }

    #[test]
    fn the_table_is_for_people() {
        insta::assert_snapshot!(table::render(&matrix()));
    }

    #[test]
    fn the_json_is_for_programs() {
        insta::assert_snapshot!(json::render(&matrix()));
    }
}
