//! Text for a terminal: wrapped at blanks, bold where there are colours.

use std::io::{ErrorKind, IsTerminal, Write};

use reader::Style;

/// What is shown on.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// How many characters a line has; `None` where lines may be of any length.
    pub width: Option<usize>,
    /// Whether there are colours.
    pub style: Style,
}

impl Screen {
    /// The terminal that stdout is, or what stands for one.
    pub fn of_stdout() -> Self {
        if std::io::stdout().is_terminal() {
            let size = terminal_size::terminal_size();
            Self {
                width: size.map(|(width, _)| width.0.into()),
                style: Style::Color,
            }
        } else {
            Self {
                width: None,
                style: Style::Plain,
            }
        }
    }
}

/// Writes to stdout. Who reads may stop reading at any time, as `head` does: that is no error.
///
/// # Errors
/// When stdout cannot be written for another reason.
pub fn print(text: &str) -> std::io::Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Says something on stderr. Who reads may stop reading at any time: what is under way goes on.
pub fn tell(text: &str) {
    _ = std::io::stderr().write_all(text.as_bytes());
}

/// A text in lines of at most so many characters; a longer word has a line of its own.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A text that stands out, where there are colours.
pub fn bold(text: &str, style: Style) -> String {
    match style {
        Style::Plain => text.to_owned(),
        Style::Color => format!("\u{1b}[1m{text}\u{1b}[0m"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_full_and_words_whole() {
        let lines = wrapped("a book of ninety-nine pages", 9);
        assert_eq!(lines, ["a book of", "ninety-nine", "pages"]);
        assert_eq!(wrapped("", 9), [""; 0]);
    }

    #[test]
    fn colours_are_only_where_wanted() {
        assert_eq!(bold("book", Style::Plain), "book");
        assert_eq!(bold("book", Style::Color), "\u{1b}[1mbook\u{1b}[0m");
    }
}
