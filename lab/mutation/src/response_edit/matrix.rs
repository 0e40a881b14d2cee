//! The confusion matrix of judge and oracle.

use std::fmt::Write;

use clap::ValueEnum as _;
use comfy_table::CellAlignment;
use referral_conformance::text::escape;

use super::legality::Legality;
use super::{EditedResponse, Operator};
use crate::matrix::table::plain_table;

/// The columns of the matrix.
const COLUMNS: [&str; 5] =
    ["illegal, reported", "illegal, missed", "legal, reported", "legal, passed", "unknown"];

/// The number of edits in each column.
fn counts<'e>(edits: impl Iterator<Item = &'e EditedResponse>) -> [usize; 5] {
    let mut counts = [0; 5];
    for edit in edits {
        let column = match (&edit.legality, edit.reported.is_empty()) {
            (Legality::Illegal(_), false) => 0,
            (Legality::Illegal(_), true) => 1,
            (Legality::Legal, false) => 2,
            (Legality::Legal, true) => 3,
            (Legality::Unknown, _) => 4,
        };
        counts[column] += 1;
    }
    counts
}

/// Whether judge and oracle disagree about an edit.
#[must_use]
pub fn is_disagreement(edit: &EditedResponse) -> bool {
    match edit.legality {
        Legality::Legal => !edit.reported.is_empty(),
        Legality::Illegal(_) => edit.reported.is_empty(),
        Legality::Unknown => false,
    }
}

/// Renders the matrix and each disagreement.
#[must_use]
pub fn render(edits: &[EditedResponse]) -> String {
    let mut table = plain_table(["operator"].into_iter().chain(COLUMNS));
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut row = |name: &str, counts: [usize; 5]| {
        let cells = counts.map(|count| count.to_string());
        table.add_row(std::iter::once(name.to_owned()).chain(cells));
    };
    for operator in Operator::value_variants() {
        let of_operator = edits.iter().filter(|edit| edit.operator == *operator);
        row(&operator.name(), counts(of_operator));
    }
    let total = counts(edits.iter());
    row("total", total);
    let mut text = format!("{}\n", table.trim_fmt());
    let percent = |part: usize, other: usize| {
        if part + other == 0 { 100.0 } else { 100.0 * part as f64 / (part + other) as f64 }
    };
    let _ = writeln!(
        text,
        "\nsensitivity {:.2} %, specificity {:.2} %",
        percent(total[0], total[1]),
        percent(total[3], total[2])
    );
    for edit in edits.iter().filter(|edit| is_disagreement(edit)) {
        let finding = match &edit.legality {
            Legality::Illegal(reason) => format!("illegal ({reason}), and nothing is reported"),
            _ => format!("legal, and reported: {}", edit.reported.join(", ")),
        };
        let _ = writeln!(
            text,
            "\n{} step {}, {}: {finding}\n  {}",
            edit.scenario,
            edit.step,
            edit.edit,
            escape(&edit.exchange)
        );
    }
    text
}
