//! Output on stdout and stderr: width and colours of the terminal, and writing to a closed pipe.

use std::io::{ErrorKind, IsTerminal, Write};

use reader::Style;

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
