//! The kill matrix as a table for people.

use std::fmt::Write;

use super::{Matrix, Row};
use crate::grade::Grade;

/// Renders the matrix. What is as it should be is one line; what is not says more.
#[must_use]
pub fn render(matrix: &Matrix) -> String {
    let width = |of: fn(&Row) -> &str, heading: &str| {
        let widest = matrix.rows.iter().map(|row| of(row).chars().count()).max();
        widest.unwrap_or(0).max(heading.len())
    };
    let clause = width(|row| &row.mutant.clause.id, "clause");
    let kind = width(|row| row.mutant.kind, "mutant");
    let grade = width(|row| row.graded.grade.name(), "grade");
    let mut text = String::new();
    let mut line = |cells: [&str; 4]| {
        let [a, b, c, d] = cells;
        let row = format!("{a:clause$}  {b:kind$}  {c:grade$}  {d}");
        let _ = writeln!(text, "{}", row.trim_end());
    };
    line(["clause", "mutant", "grade", "also violated"]);
    for row in &matrix.rows {
        let also = shortened(&row.graded.also);
        line([
            &row.mutant.clause.id,
            row.mutant.kind,
            row.graded.grade.name(),
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

fn not_killed(matrix: &Matrix) -> String {
    let mut text = String::new();
    for row in matrix
        .rows
        .iter()
        .filter(|row| row.graded.grade != Grade::Killed)
    {
        let Row { mutant, graded } = row;
        let why = match &graded.grade {
            Grade::Invalid(why) => format!("no verdict ({why})"),
            _ => format!("verdict {}", graded.own),
        };
        let _ = writeln!(text, "\n{} {}: {}", graded.grade.name(), mutant.id, why);
        let _ = writeln!(text, "  clause: {}", mutant.clause.statement);
        let _ = writeln!(text, "  mutant: {}", mutant.statement);
    }
    text
}

fn summary(matrix: &Matrix) -> String {
    let counts = matrix.counts();
    let counts: Vec<String> = Grade::NAMES
        .iter()
        .filter_map(|name| counts.get(name).map(|count| format!("{count} {name}")))
        .collect();
    let noun = if matrix.rows.len() == 1 {
        "mutant"
    } else {
        "mutants"
    };
    let mut text = format!("\n{} {noun}: {}\n", matrix.rows.len(), counts.join(", "));
    for unproved in &matrix.unproved {
        let why = if unproved.has_mutant {
            "no mutant of it is killed by it"
        } else {
            "no mutant"
        };
        let _ = writeln!(text, "not proved: {} ({why})", unproved.clause);
    }
    if matrix.holds() {
        text.push_str("every stated, testable clause looked at kills a mutant of its own\n");
    }
    text
}
