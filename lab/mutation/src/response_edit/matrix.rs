//! The confusion matrix of judge and oracle.

use std::fmt::Write;

use comfy_table::CellAlignment;
use referral_conformance::text::escape;

use super::legality::Legality;
use super::{EditedResponse, Operator};
use crate::matrix::table::plain_table;

/// Counts of one operator, or of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    illegal_reported: usize,
    illegal_missed: usize,
    legal_reported: usize,
    legal_passed: usize,
    unknown: usize,
}

impl Counts {
    fn of<'e>(edits: impl Iterator<Item = &'e EditedResponse>) -> Self {
        let mut counts = Self::default();
        for edit in edits {
            let count = match (&edit.legality, edit.reported.is_empty()) {
                (Legality::Illegal(_), false) => &mut counts.illegal_reported,
                (Legality::Illegal(_), true) => &mut counts.illegal_missed,
                (Legality::Legal, false) => &mut counts.legal_reported,
                (Legality::Legal, true) => &mut counts.legal_passed,
                (Legality::Unknown, _) => &mut counts.unknown,
            };
            *count += 1;
        }
        counts
    }

    fn cells(self) -> [usize; 5] {
        [
            self.illegal_reported,
            self.illegal_missed,
            self.legal_reported,
            self.legal_passed,
            self.unknown,
        ]
    }
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
    let header = [
        "operator",
        "illegal, reported",
        "illegal, missed",
        "legal, reported",
        "legal, passed",
        "unknown",
    ];
    let mut table = plain_table(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let mut row = |name: &str, counts: Counts| {
        let cells = counts.cells().map(|count| count.to_string());
        table.add_row(std::iter::once(name.to_owned()).chain(cells));
    };
    for operator in Operator::ALL {
        let of_operator = edits.iter().filter(|edit| edit.operator == operator);
        row(operator.name(), Counts::of(of_operator));
    }
    let total = Counts::of(edits.iter());
    row("total", total);
    let mut text = format!("{}\n", table.trim_fmt());
    let percent = |part: usize, other: usize| {
        if part + other == 0 { 100.0 } else { 100.0 * part as f64 / (part + other) as f64 }
    };
    let _ = writeln!(
        text,
        "\nsensitivity {:.2} %, specificity {:.2} %",
        percent(total.illegal_reported, total.illegal_missed),
        percent(total.legal_passed, total.legal_reported)
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
