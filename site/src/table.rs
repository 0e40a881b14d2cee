//! Tables. Columns without content are left out, and each cell has the head of its column, which narrow screens show.

use maud::{Markup, html};

/// The head of a column, as a text for labels and as it is shown.
pub struct Head {
    label: String,
    shown: Markup,
}

impl From<&str> for Head {
    fn from(label: &str) -> Self {
        Self { label: label.to_owned(), shown: html! { (label) } }
    }
}

impl Head {
    /// A head with the name of a member in it.
    pub fn of_member(text: &str, member: &str) -> Self {
        Self { label: format!("{text} {member}"), shown: html! { (text) " " code { (member) } } }
    }
}

/// A row; an added one is the answer of an overlay.
#[derive(Default)]
pub struct Row {
    pub cells: Vec<Markup>,
    pub is_added: bool,
}

impl From<Vec<Markup>> for Row {
    fn from(cells: Vec<Markup>) -> Self {
        Self { cells, is_added: false }
    }
}

/// A table. It can scroll, so that it can have the focus.
pub fn table(label: &str, heads: Vec<Head>, rows: &[Row]) -> Markup {
    let is_used = |column: usize| {
        rows.iter().filter_map(|row| row.cells.get(column)).any(|cell| !cell.0.is_empty())
    };
    let used: Vec<(usize, Head)> =
        heads.into_iter().enumerate().filter(|(column, _)| is_used(*column)).collect();
    html! {
        div.scroll tabindex="0" role="group" aria-label=(label) {
            table {
                thead { tr { @for (_, head) in &used { th { (head.shown) } } } }
                tbody { @for row in rows {
                    tr.added[row.is_added] { @for (column, head) in &used {
                        @if let Some(cell) = row.cells.get(*column) { td data-label=(head.label) { (cell) } }
                    } }
                } }
            }
        }
    }
}
