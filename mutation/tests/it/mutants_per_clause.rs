//! How many mutants each clause has.

use std::collections::BTreeMap;

use mutation::mutant::mutants;
use referral_conformance::suite::Suite;
use spec::{Clause, Contract};

use crate::library::suite;

/// One mutant alone shows little: a check that sees it may miss the same breach in another form.
const WANTED: usize = 3;

fn assert_enough(contract: &Contract) {
    let clauses = contract.clauses().into_iter().filter(Clause::testable);
    let mut kinds: BTreeMap<_, Vec<_>> = clauses.map(|clause| (clause.id, Vec::new())).collect();
    for mutant in mutants(contract) {
        kinds.entry(mutant.clause.id).or_default().push(mutant.kind);
    }
    kinds.retain(|_, kinds| kinds.len() < WANTED);
    assert!(kinds.is_empty(), "fewer than {WANTED} mutants: {kinds:#?}");
}

#[test]
fn service_clauses_have_several_mutants() {
    assert_enough(&Suite::embedded().unwrap().contract);
}

#[test]
fn library_clauses_have_several_mutants() {
    assert_enough(&suite().contract);
}
