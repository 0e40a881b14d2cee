//! Spans that the parser's events do not have: block texts, missing values and tabs.
//!
//! Works on the text alone; offsets in, offsets out.

use super::Bytes;

/// A whole block text, from its `|` or `>` to its last letter.
///
/// The parser has the span of the content only. The indicator is between the end of the previous node and that
/// content, surrounded by blanks, comments, indicators and properties only.
pub(super) fn block_text(text: &str, before: usize, content: Bytes) -> Bytes {
    let letters = end_of_last_line(text.get(content.clone()).unwrap_or_default());
    let content_end = content.start + letters;
    let Some(start) = skip_to(text, before, |byte| matches!(byte, b'|' | b'>')) else {
        return content.start..content_end;
    };
    let header = text[start + 1..].bytes();
    let modifiers = header.take_while(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-')).count();
    let header_end = start + 1 + modifiers;
    // For a text without letters the parser may return the header, or a later offset.
    let is_empty = letters == 0 || content.start < header_end;
    start..if is_empty { header_end } else { content_end }
}

/// The place of a missing value: after its indicator (`:` or `-`), if there is one.
pub(super) fn missing_value(text: &str, before: usize, indicator: u8) -> usize {
    let at = skip_blank(text, before);
    if text.as_bytes().get(at) == Some(&indicator) { at + 1 } else { before }
}

/// The offset of the next quote, if a quoted text comes next.
pub(super) fn quote(text: &str, before: usize) -> Option<usize> {
    skip_to(text, before, |byte| matches!(byte, b'"' | b'\''))
}

/// The blanks before an offset, if they begin its line and contain a tab.
pub(super) fn tab_indentation(text: &str, at: usize) -> Option<Bytes> {
    let bytes = text.as_bytes().get(..at)?;
    let blanks = bytes.iter().rev().take_while(|byte| is_blank(**byte)).count();
    let start = at - blanks;
    let begins_line = start == 0 || matches!(bytes[start - 1], b'\n' | b'\r');
    (begins_line && bytes[start..].contains(&b'\t')).then_some(start..at)
}

/// The blanks around an offset.
pub(super) fn tabs_around(text: &str, at: usize) -> Bytes {
    let at = at.min(text.len());
    let before = text.as_bytes()[..at].iter().rev().take_while(|byte| is_blank(**byte)).count();
    let after = text.as_bytes()[at..].iter().take_while(|byte| is_blank(**byte)).count();
    at - before..at + after
}

/// Replaces every tab at the beginning of a line by one space, which keeps offsets.
pub(super) fn without_tabs(text: &str) -> String {
    let mut in_indentation = true;
    let untab = |character| {
        let was_in_indentation = in_indentation;
        in_indentation = match character {
            '\n' | '\r' => true,
            ' ' | '\t' => was_in_indentation,
            _ => false,
        };
        if character == '\t' && was_in_indentation { ' ' } else { character }
    };
    text.chars().map(untab).collect()
}

/// The next wanted byte, if only indicators, properties, blanks and comments precede it.
fn skip_to(text: &str, mut at: usize, wanted: fn(u8) -> bool) -> Option<usize> {
    loop {
        at = skip_blank(text, at);
        match *text.as_bytes().get(at)? {
            byte if wanted(byte) => return Some(at),
            b':' | b'-' | b'?' | b',' | b'[' | b'{' => at += 1,
            b'&' | b'!' => at += text[at..].find([' ', '\t', '\n', '\r'])?,
            _ => return None,
        }
    }
}

/// The first byte from an offset that is not blank, line break or comment.
fn skip_blank(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'#' => at += text[at..].find(['\n', '\r']).unwrap_or(text.len() - at),
            b' ' | b'\t' | b'\n' | b'\r' => at += 1,
            _ => break,
        }
    }
    at
}

/// The end of the last line that is not blank, including blanks at its end.
fn end_of_last_line(text: &str) -> usize {
    let end = text.trim_end_matches([' ', '\t', '\n', '\r']).len();
    if end == 0 {
        return 0;
    }
    end + text[end..].find(['\n', '\r']).unwrap_or(text.len() - end)
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_scalar_span_starts_at_its_indicator() {
        let whole = |text: &str, content: Bytes| text[block_text(text, 1, content)].to_owned();
        assert_eq!(whole("k: |\n  a\n  b\n\nl: 1", 7..14), "|\n  a\n  b");
        assert_eq!(whole("k: # | no\n  !t >-2 # > no\n   a \n", 29..32), ">-2 # > no\n   a ");
        assert_eq!(whole("k: |\nl: 1", 5..5), "|", "without content");
        assert_eq!(whole("k: |+", 3..5), "|+", "at the end of the file");
    }

    #[test]
    fn missing_value_span_follows_its_indicator() {
        assert_eq!(missing_value("k  : # c\nl: 1", 1, b':'), 4);
        assert_eq!(missing_value("{k, l}", 2, b':'), 2, "no indicator");
        assert_eq!(missing_value("- 1\n# c\n-\n- 2", 3, b'-'), 9);
    }

    #[test]
    fn only_tabs_in_indentation_are_reported() {
        assert_eq!(tab_indentation("k:\n \tl: 1", 5), Some(3..5));
        assert_eq!(tab_indentation("k:\n  l: 1", 5), None);
        assert_eq!(tab_indentation("k:\tv", 3), None);
        assert_eq!(tabs_around("k:\n \tl: 1", 4), 3..5);
        assert_eq!(without_tabs("\tk: a\tb\n \t- c"), " k: a\tb\n  - c");
    }

    #[test]
    fn next_quote_is_found_after_blanks_and_properties() {
        assert_eq!(quote("k: # it's\n  &a [ 'x", 1), Some(17));
        assert_eq!(quote("k: x 'y'", 1), None);
    }
}
