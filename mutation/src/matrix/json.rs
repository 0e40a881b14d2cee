//! The kill matrix as JSON.

use serde_json::{Value, json};

use super::KillMatrix;
use crate::mutant_result::MutantStatus;

/// Renders the matrix, with a newline at its end.
#[must_use]
pub fn render(matrix: &KillMatrix) -> String {
    let mutants = matrix.rows.iter().map(|row| {
        let why = match &row.result.grade {
            MutantStatus::Invalid(why) => Value::from(why.clone()),
            _ => Value::Null,
        };
        json!({
            "id": row.mutant.id,
            "clause": row.mutant.clause.id,
            "kind": row.mutant.kind,
            "statement": row.mutant.statement,
            "grade": row.result.grade.name(),
            "why": why,
            "verdict": row.result.own,
            "also_violated": row.result.also,
        })
    });
    let unproven = matrix
        .unproven
        .iter()
        .map(|unproven| json!({ "clause": unproven.clause, "has_mutant": unproven.has_mutant }));
    let matrix = json!({
        "schema": 1,
        "gate": if matrix.holds() { "holds" } else { "broken" },
        "summary": matrix.counts(),
        "mutants": mutants.collect::<Vec<_>>(),
        "unproved": unproven.collect::<Vec<_>>(),
    });
    format!("{matrix:#}\n")
}
