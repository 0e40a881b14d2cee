//! The kill matrix as JSON.

use serde_json::json;

use super::KillMatrix;
use crate::mutant_result::MutantStatus;

/// Renders the matrix, with a trailing newline.
pub fn render(matrix: &KillMatrix) -> String {
    let mutants = matrix.rows.iter().map(|(mutant, result)| {
        let reason = match &result.status {
            MutantStatus::Invalid(reason) => Some(reason),
            _ => None,
        };
        json!({
            "id": mutant.id,
            "clause": mutant.clause.id,
            "kind": mutant.name,
            "statement": mutant.statement,
            "grade": result.status.name(),
            "why": reason,
            "verdict": result.own_verdict,
            "also_violated": result.other_violations,
            "guards": result.guards,
        })
    });
    let document = json!({
        "schema": 1,
        "gate": if matrix.holds() { "holds" } else { "broken" },
        "summary": matrix.counts(),
        "mutants": mutants.collect::<Vec<_>>(),
        "unproved": matrix.unproven,
        "lost_guards": matrix.lost_guards,
    });
    format!("{document:#}\n")
}
