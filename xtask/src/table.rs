//! Renders rows as a table without borders.

use comfy_table::{ColumnConstraint, ContentArrangement, Row, Table, presets};

use crate::terminal::{Terminal, bold};

/// Least width of the last column, in characters; on a narrower terminal its text is not wrapped.
const MIN_TEXT_WIDTH: usize = 40;

/// Renders a table whose last column is wrapped to the width of the terminal.
pub fn render_table<R: Into<Row>>(
    header: &[&str],
    rows: impl IntoIterator<Item = R>,
    terminal: Terminal,
) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(header).add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if index + 1 < header.len() {
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    let widths = table.column_max_content_widths();
    let fixed: usize = widths[..header.len() - 1].iter().map(|width| usize::from(*width) + 2).sum();
    match terminal.width.and_then(|width| u16::try_from(width).ok()) {
        Some(width) if usize::from(width) >= fixed + MIN_TEXT_WIDTH => {
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        _ => _ = table.set_content_arrangement(ContentArrangement::Disabled),
    }
    let text = table.trim_fmt();
    let (header, rows) = text.split_once('\n').unwrap_or((&text, ""));
    format!("{}\n{rows}\n", bold(header, terminal.style))
}
