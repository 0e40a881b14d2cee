//! Checks of the whole contract, one per file.
//!
//! Lowering reports the errors of single files. All checks run even if there
//! are errors already, on what could be read, so that one run reports everything.

mod answer_fields;
mod bodies;
mod code_names;
mod common;
mod declared_once;
mod endless_records;
mod error_cases;
mod fact_usages;
mod fixture_clauses;
mod ids;
mod indistinct;
mod inputs;
mod members;
mod messages;
mod path_parameters;
mod placeholders;
mod prelude;
mod records;
mod routes;
mod states;
mod transitions;
mod triggers;
mod uniqueness;
mod untestable;
mod updates;
mod versions;
mod wire_names;

use reader::Diagnostics;

use crate::model::Contract;
pub(crate) use common::suggest;

/// A check of the whole contract.
type Rule = fn(&Contract, &mut Diagnostics);

/// Names are declared once.
const NAMES: [Rule; 4] =
    [declared_once::check, code_names::check, wire_names::check, routes::check];

/// Names are declared, and statements agree with each other.
const STATEMENTS: [Rule; 18] = [
    // Names are declared.
    records::check,
    members::check,
    answer_fields::check,
    inputs::check,
    path_parameters::check,
    placeholders::check,
    states::check,
    transitions::check,
    triggers::check,
    fact_usages::check,
    updates::check,
    // Statements agree.
    bodies::check,
    uniqueness::check,
    error_cases::check,
    indistinct::check,
    messages::check,
    versions::check,
    endless_records::check,
];

/// Runs every check.
pub(crate) fn contract(contract: &Contract, out: &mut Diagnostics) {
    let before = out.len();
    run(&NAMES, contract, out);
    let clauses = contract.clauses();
    // Ids are made from names, so they are checked only if the names are valid.
    if out.len() == before {
        ids::check(contract, &clauses, out);
    }
    run(&STATEMENTS, contract, out);
    untestable::check(contract, &clauses, out);
    // Files with errors have no ids that globs could match.
    if before == 0 {
        fixture_clauses::check(contract, &clauses, out);
    }
}

fn run(rules: &[Rule], contract: &Contract, out: &mut Diagnostics) {
    for rule in rules {
        rule(contract, out);
    }
}
