//! The kill matrix as JSON.

use serde_json::{Value, json};

use super::Matrix;
use crate::grade::Grade;

/// Renders the matrix, with a newline at its end.
#[must_use]
pub fn render(matrix: &Matrix) -> String {
    let mutants = matrix.rows.iter().map(|row| {
        let why = match &row.graded.grade {
            Grade::Invalid(why) => Value::from(why.clone()),
            _ => Value::Null,
        };
        json!({
            "id": row.mutant.id,
            "clause": row.mutant.clause.id,
            "kind": row.mutant.kind,
            "statement": row.mutant.statement,
            "grade": row.graded.grade.name(),
            "why": why,
            "verdict": row.graded.own,
            "also_violated": row.graded.also,
        })
    });
    let unproved = matrix
        .unproved
        .iter()
        .map(|unproved| json!({ "clause": unproved.clause, "has_mutant": unproved.has_mutant }));
    let matrix = json!({
        "schema": 1,
        "gate": if matrix.holds() { "holds" } else { "broken" },
        "summary": matrix.counts(),
        "mutants": mutants.collect::<Vec<_>>(),
        "unproved": unproved.collect::<Vec<_>>(),
    });
    format!("{matrix:#}\n")
}
