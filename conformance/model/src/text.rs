//! Text for terminals and shells.

mod table;
mod wrap;

use std::fmt::Write as _;

pub use reader::counted;
pub use table::aligned;
pub use wrap::{fit_to_terminal, terminal_width, width, wrapped};

/// Escapes control characters and characters that change the direction of text, so that a terminal does not interpret
/// text from a server.
pub fn escape(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || is_invisible(c) {
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Characters that change how the surrounding text is displayed, and those that XML cannot contain.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{fffe}'..='\u{ffff}' | '\u{e0000}'..='\u{e007f}')
}

/// Text as one word of a shell, quoted only if necessary.
pub fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(
            escape("a\u{1b}[31mb\nc\u{9b}d\u{202e}e\u{ffff}"),
            "a\\u{1b}[31mb\\u{a}c\\u{9b}d\\u{202e}e\\u{ffff}"
        );
        assert_eq!(escape("né 日本"), "né 日本");
    }

    #[test]
    fn only_what_needs_quotes_has_them() {
        assert_eq!(shell_word("../target.yaml"), "../target.yaml");
        assert_eq!(shell_word("my target"), "'my target'");
        assert_eq!(shell_word("it's"), r"'it'\''s'");
        assert_eq!(shell_word("get_book.*"), "'get_book.*'");
        assert_eq!(shell_word(""), "''");
    }
}
