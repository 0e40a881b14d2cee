//! The kill matrix as a table.

use std::fmt::Write;

use comfy_table::{Table, presets};
use referral_conformance::text::counted;

use super::KillMatrix;
use crate::mutant::Mutant;
use crate::mutant_result::{MutantResult, MutantStatus};

/// Renders the matrix, with details of mutants that were not killed.
pub fn render(matrix: &KillMatrix) -> String {
    let mut table = plain_table(["clause", "mutant", "status", "other violations"]);
    for (mutant, result) in &matrix.rows {
        table.add_row([
            &mutant.clause.id,
            mutant.name,
            result.status.name(),
            &abbreviate(&result.other_violations),
        ]);
    }
    let mut text = format!("{}\n", table.trim_fmt());
    for (mutant, result) in &matrix.rows {
        if result.status != MutantStatus::Killed {
            text.push_str(&details(mutant, result));
        }
    }
    text.push_str(&summary(matrix));
    text
}

/// A table without borders, with columns separated by two spaces.
pub(crate) fn plain_table<'t>(header: impl IntoIterator<Item = &'t str>) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(header);
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table
}

/// The first two clauses, and the number of others.
fn abbreviate(clauses: &[String]) -> String {
    match clauses {
        [first, second, others @ ..] if !others.is_empty() => {
            format!("{first}, {second} and {} more", others.len())
        }
        _ => clauses.join(", "),
    }
}

fn details(mutant: &Mutant, result: &MutantResult) -> String {
    let reason = match &result.status {
        MutantStatus::Invalid(reason) => format!("no verdict ({reason})"),
        _ => format!("verdict {}", result.own_verdict),
    };
    format!(
        "\n{} {}: {reason}\n  clause: {}\n  mutant: {}\n",
        result.status.name(),
        mutant.id,
        mutant.clause.statement,
        mutant.statement
    )
}

fn summary(matrix: &KillMatrix) -> String {
    let counts = matrix.counts();
    let counts = MutantStatus::NAMES.map(|name| format!("{} {name}", counts[name]));
    let mutants = counted(matrix.rows.len(), "mutant");
    let mut text = format!("\n{mutants}: {}\n", counts.join(", "));
    for unproven in &matrix.unproven {
        let reason =
            if unproven.has_mutant { "no mutant was killed by this clause" } else { "no mutant" };
        let _ = writeln!(text, "not proven: {} ({reason})", unproven.clause);
    }
    for lost in &matrix.lost_guards {
        let _ = writeln!(text, "{lost}");
    }
    if matrix.holds() {
        text.push_str("every selected clause that is stated and testable killed a mutant\n");
    }
    text
}
