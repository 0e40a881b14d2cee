//! The kill matrix as a table for people.

use std::fmt::Write;

use super::{KillMatrix, Row};
use crate::mutant_result::MutantStatus;

/// Renders the matrix. What is as it should be is one line; what is not says more.
#[must_use]
pub fn render(matrix: &KillMatrix) -> String {
    let width = |of: fn(&Row) -> &str, heading: &str| {
        let widest = matrix.rows.iter().map(|row| of(row).chars().count()).max();
        widest.unwrap_or(0).max(heading.len())
    };
    let clause = width(|row| &row.mutant.clause.id, "clause");
    let kind = width(|row| row.mutant.kind, "mutant");
    let grade = width(|row| row.result.grade.name(), "grade");
    let mut text = String::new();
    let mut line = |cells: [&str; 4]| {
        let [a, b, c, d] = cells;
        let row = format!("{a:clause$}  {b:kind$}  {c:grade$}  {d}");
        let _ = writeln!(text, "{}", row.trim_end());
    };
    line(["clause", "mutant", "grade", "also violated"]);
    for row in &matrix.rows {
        let also = shortened(&row.result.also);
        line([
            &row.mutant.clause.id,
            row.mutant.kind,
            row.result.grade.name(),
            &also,
        ]);
    }
    text.push_str(&not_killed(matrix));
    text.push_str(&summary(matrix));
    text
}

/// A few of the clauses, and how many more there are.
fn shortened(clauses: &[String]) -> String {
    const SHOWN: usize = 2;
    let shown = clauses
        .iter()
        .take(SHOWN)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    match clauses.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

fn not_killed(matrix: &KillMatrix) -> String {
    let mut text = String::new();
    for row in matrix
        .rows
        .iter()
        .filter(|row| row.result.grade != MutantStatus::Killed)
    {
        let Row { mutant, result } = row;
        let why = match &result.grade {
            MutantStatus::Invalid(why) => format!("no verdict ({why})"),
            _ => format!("verdict {}", result.own),
        };
        let _ = writeln!(text, "\n{} {}: {}", result.grade.name(), mutant.id, why);
        let _ = writeln!(text, "  clause: {}", mutant.clause.statement);
        let _ = writeln!(text, "  mutant: {}", mutant.statement);
    }
    text
}

fn summary(matrix: &KillMatrix) -> String {
    let counts = matrix.counts();
    let counts: Vec<String> = MutantStatus::NAMES
        .iter()
        .filter_map(|name| counts.get(name).map(|count| format!("{count} {name}")))
        .collect();
    let noun = if matrix.rows.len() == 1 {
        "mutant"
    } else {
        "mutants"
    };
    let mut text = format!("\n{} {noun}: {}\n", matrix.rows.len(), counts.join(", "));
    for unproven in &matrix.unproven {
        let why = if unproven.has_mutant {
            "no mutant of it is killed by it"
        } else {
            "no mutant"
        };
        let _ = writeln!(text, "not proved: {} ({why})", unproven.clause);
    }
    if matrix.holds() {
        text.push_str("every stated, testable clause looked at kills a mutant of its own\n");
    }
    text
}
