//! Checks of the whole contract, by what they are about.
//!
//! Lowering reports the errors of single files. All checks run even if there
//! are errors already, on what could be read, so that one run reports everything.

mod bodies;
mod calculations;
mod clause_ids;
mod common;
mod error_cases;
mod fixtures;
mod headers;
mod identifiers;
mod inputs;
mod key_kinds;
mod left_out;
mod members;
mod names;
mod paths;
mod prelude;
mod records;
mod scale;

use reader::Diagnostics;

use crate::model::Contract;
pub(crate) use common::suggest;

/// A check of the whole contract.
type Rule = fn(&Contract, &mut Diagnostics);

/// Names are declared once.
const NAMES: [Rule; 4] =
    [names::declared_once, names::code_names, names::wire_names, paths::shapes];

/// Names are declared, and statements agree with each other.
const STATEMENTS: [Rule; 35] = [
    // Names are declared.
    records::records,
    members::members,
    members::answer_fields,
    headers::leads_to,
    inputs::declared,
    paths::parameters,
    error_cases::placeholders,
    records::states,
    error_cases::named_cases,
    inputs::triggers,
    fixtures::fact_usages,
    members::updates,
    left_out::check,
    // Statements agree.
    headers::key_places,
    inputs::headers,
    paths::types,
    members::filters,
    identifiers::agree,
    identifiers::echoes,
    bodies::check,
    key_kinds::declared,
    error_cases::case_of_unique,
    error_cases::taken,
    calculations::conditions,
    calculations::effects,
    calculations::constants,
    calculations::relations,
    error_cases::broken_constraints,
    error_cases::same_message,
    error_cases::same_code,
    error_cases::same_inputs,
    error_cases::indistinct,
    error_cases::ambiguous_messages,
    paths::versions,
    records::endless,
];

/// Runs every check.
pub(crate) fn contract(contract: &Contract, out: &mut Diagnostics) {
    let before = out.len();
    run(&NAMES, contract, out);
    let clauses = contract.clauses();
    // Ids are made from names, so they are checked only if the names are valid.
    if out.len() == before {
        clause_ids::unique(contract, &clauses, out);
    }
    run(&STATEMENTS, contract, out);
    clause_ids::untestable(contract, &clauses, out);
    // Files with errors have no ids that globs could match.
    if before == 0 {
        fixtures::clauses(contract, &clauses, out);
    }
}

fn run(rules: &[Rule], contract: &Contract, out: &mut Diagnostics) {
    for rule in rules {
        rule(contract, out);
    }
}
