//! Quotes text from files for messages: truncated, and without terminal control characters.

use std::borrow::Cow;

/// Maximum length of a quoted text, in characters.
const MAX_CHARS: usize = 60;

/// Quotes a text with backquotes, escapes it, and truncates it.
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("`{}…`", escape(&text[..end])),
        None => format!("`{}`", escape(text)),
    }
}

/// Escapes control characters and direction marks.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        if is_unsafe(character) {
            safe.extend(character.escape_default());
        } else {
            safe.push(character);
        }
    }
    Cow::Owned(safe)
}

/// Replaces the same characters with visible ones of equal byte length, so that offsets stay valid.
///
/// One-byte characters stay: the renderer replaces them.
pub(crate) fn mask(text: &str) -> String {
    let masked = |character: char| match character.len_utf8() {
        2 if is_unsafe(character) => '·',
        3 if is_unsafe(character) => char::REPLACEMENT_CHARACTER,
        _ => character,
    };
    text.chars().map(masked).collect()
}

fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_control_characters_are_escaped() {
        assert_eq!(quoted("Ægir\u{1b}[31m\n"), r"`Ægir\u{1b}[31m\n`");
        assert_eq!(quoted("a\u{9b}b\u{202e}c"), r"`a\u{9b}b\u{202e}c`");
    }

    #[test]
    fn long_text_is_truncated() {
        assert_eq!(quoted(&"é".repeat(61)), format!("`{}…`", "é".repeat(60)));
        assert_eq!(quoted(&"é".repeat(60)), format!("`{}`", "é".repeat(60)));
    }

    #[test]
    fn masking_keeps_byte_offsets() {
        let text = "a\u{9b}b\u{202e}c\u{feff}é";
        let masked = mask(text);
        assert_eq!(masked, "a·b\u{fffd}c\u{fffd}é");
        assert_eq!(masked.len(), text.len());
    }
}
