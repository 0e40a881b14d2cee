//! Whole words: a short secret may be a part of any other.

use std::ops::Range;

/// Whether a range of a text is a whole word.
pub(super) fn is_whole(text: &str, range: &Range<usize>) -> bool {
    let (before, after) = (text.get(..range.start), text.get(range.end..));
    before.is_some_and(begins)
        && after.is_some_and(|after| !after.starts_with(char::is_alphanumeric))
}

/// Whether a word can begin after the text: its last character is not alphanumeric, or ends an
/// escape.
fn begins(before: &str) -> bool {
    !before.ends_with(char::is_alphanumeric) || ends_in_escape(before)
}

/// Whether the text ends in `%20`, `\\n` or `\\u0020`.
fn ends_in_escape(before: &str) -> bool {
    let bytes = before.as_bytes();
    let hex = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_hexdigit);
    match bytes {
        [.., b'%', a, b] if hex(&[*a, *b]) => true,
        [.., b'\\', b'n' | b'r' | b't' | b'b' | b'f'] => true,
        [.., b'\\', b'u', a, b, c, d] => hex(&[*a, *b, *c, *d]),
        _ => false,
    }
}
