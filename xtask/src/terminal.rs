//! Output on stdout and stderr: width and colours of the terminal, tables, and writing to a closed pipe.

use std::io::{ErrorKind, IsTerminal, Write};

use comfy_table::{ColumnConstraint, ContentArrangement, Row, Table, presets};
use reader::Style;

/// Least width of the last column of a table, in characters; on a narrower terminal its text is not wrapped.
const MIN_TEXT_WIDTH: usize = 40;

/// Properties of the terminal that a text is rendered for.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// Columns; `None` if the output is not a terminal.
    pub width: Option<usize>,
    /// Whether to use colours.
    pub style: Style,
}

impl Terminal {
    pub fn stdout() -> Self {
        if std::io::stdout().is_terminal() {
            Self { width: Some(textwrap::termwidth()), style: Style::Color }
        } else {
            Self { width: None, style: Style::Plain }
        }
    }
}

/// Writes to stdout. A reader that closes the pipe early, such as `head`, is not an error. Fails
/// when stdout cannot be written for another reason.
pub fn print_stdout(text: &str) -> std::io::Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

/// Writes to stderr. Errors are ignored: a closed stderr must not stop the command.
pub fn print_stderr(text: &str) {
    _ = std::io::stderr().write_all(text.as_bytes());
}

/// The text in bold, if colours are used.
pub fn bold(text: &str, style: Style) -> String {
    match style {
        Style::Plain => text.to_owned(),
        Style::Color => format!("\u{1b}[1m{text}\u{1b}[0m"),
    }
}

/// Renders a table without borders, whose last column is wrapped to the width of the terminal.
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
