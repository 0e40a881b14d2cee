//! The kill matrix as JSON.

use serde_json::{Value, json};

use super::KillMatrix;
use crate::mutant_result::MutantStatus;

/// Renders the matrix, with a trailing newline.
#[must_use]
pub fn render(matrix: &KillMatrix) -> String {
    let mutants = matrix.rows.iter().map(|row| {
        let reason = match &row.result.status {
            MutantStatus::Invalid(reason) => Value::from(reason.clone()),
            _ => Value::Null,
        };
        json!({
            "id": row.mutant.id,
            "clause": row.mutant.clause.id,
            "kind": row.mutant.name,
            "statement": row.mutant.statement,
            "grade": row.result.status.name(),
            "why": reason,
            "verdict": row.result.own_verdict,
            "also_violated": row.result.other_violations,
        })
    });
    let unproven = matrix
        .unproven
        .iter()
        .map(|unproven| json!({ "clause": unproven.clause, "has_mutant": unproven.has_mutant }));
    let document = json!({
        "schema": 1,
        "gate": if matrix.holds() { "holds" } else { "broken" },
        "summary": matrix.counts(),
        "mutants": mutants.collect::<Vec<_>>(),
        "unproved": unproven.collect::<Vec<_>>(),
    });
    format!("{document:#}\n")
}
