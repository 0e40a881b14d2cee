//! The number of mutants per clause.

use std::collections::BTreeMap;

use mutation::mutant::mutants;
use referral_conformance::depth::Depth;
use referral_conformance::suite;
use spec::{Clause, Contract};

use crate::library::suite;

/// A check that kills one mutant may still miss another form of the same violation.
const MIN_MUTANTS: usize = 3;

fn assert_enough(contract: &Contract) {
    let clauses = contract.clauses().into_iter().filter(Clause::testable);
    let mut names: BTreeMap<_, Vec<_>> = clauses.map(|clause| (clause.id, Vec::new())).collect();
    for mutant in mutants(contract) {
        names.entry(mutant.clause.id).or_default().push(mutant.name);
    }
    names.retain(|_, names| names.len() < MIN_MUTANTS);
    assert!(names.is_empty(), "fewer than {MIN_MUTANTS} mutants: {names:#?}");
}

#[test]
fn service_clauses_have_several_mutants() {
    assert_enough(&suite::embedded(Depth::Standard).unwrap().contract);
}

#[test]
fn library_clauses_have_several_mutants() {
    assert_enough(&suite().contract);
}
