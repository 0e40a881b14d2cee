//! Escapes text from servers so that a terminal does not interpret it.

use std::fmt::Write as _;

/// Escapes control characters and characters that change the direction of text.
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

/// Characters that change how the surrounding text is displayed.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(
            escape("a\u{1b}[31mb\nc\u{9b}d\u{202e}e"),
            "a\\u{1b}[31mb\\u{a}c\\u{9b}d\\u{202e}e"
        );
        assert_eq!(escape("né 日本"), "né 日本");
    }
}
