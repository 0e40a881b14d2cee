//! Percent-encoding of parameters in path and query.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// All characters except those without meaning in a URI.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Encodes everything that could have a meaning in a URI, `+` and `@` included.
pub(crate) fn encode(text: &str) -> Cow<'_, str> {
    utf8_percent_encode(text, ENCODED).into()
}

/// Decodes a name or value of a query string, in which `+` is a space; `None` when it is not UTF-8 or has an invalid
/// percent escape.
pub(crate) fn decode_query(text: &str) -> Option<Cow<'_, str>> {
    let escapes = text.split('%').skip(1);
    let mut digits = escapes.map(|escape| escape.as_bytes().get(..2));
    if !digits.all(|digits| digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))) {
        return None;
    }
    if text.contains('+') {
        let spaced = text.replace('+', " ");
        let decoded = percent_decode_str(&spaced).decode_utf8().ok()?;
        return Some(Cow::Owned(decoded.into_owned()));
    }
    percent_decode_str(text).decode_utf8().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreserved_characters_are_not_encoded() {
        for character in (0..=0x7f).map(char::from) {
            let is_plain = character.is_ascii_alphanumeric() || "-._~".contains(character);
            let text = character.to_string();
            assert_eq!(encode(&text) == text, is_plain);
        }
    }

    #[test]
    fn plus_signs_are_encoded_and_decode_to_spaces() {
        assert_eq!(encode("ann+books@example.org"), "ann%2Bbooks%40example.org");
        assert_eq!(decode_query("a+b%2Bc").as_deref(), Some("a b+c"));
        for broken in ["%ff", "%", "a%4", "%zz", "%4%31", "%é"] {
            assert_eq!(decode_query(broken), None, "{broken}");
        }
    }
}
