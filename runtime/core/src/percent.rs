//! Percent-encoding of parameters in path and query.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// Everything but the characters that mean nothing anywhere in a URI.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The text with everything encoded that could mean something in a URI, `+` and `@` included.
pub(crate) fn encode(text: &str) -> Cow<'_, str> {
    // Most values are identifiers, in which there is nothing to encode.
    if text.bytes().all(is_plain) {
        return Cow::Borrowed(text);
    }
    utf8_percent_encode(text, ENCODED).into()
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// A name or value of a query string, in which `+` stands for a space; `None` when it is not UTF-8, or a percent sign stands
/// for no byte.
pub(crate) fn decode_query(text: &str) -> Option<Cow<'_, str>> {
    let escapes = text.split('%').skip(1);
    let mut digits = escapes.map(|escape| escape.as_bytes().get(..2));
    if !digits.all(|digits| digits.is_some_and(|it| it.iter().all(u8::is_ascii_hexdigit))) {
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
    fn just_the_plain_characters_stay_as_they_are() {
        for byte in 0..=0x7f {
            let text = char::from(byte).to_string();
            let encoded: Cow<'_, str> = utf8_percent_encode(&text, ENCODED).into();
            assert_eq!(
                (encode(&text), is_plain(byte)),
                (encoded.clone(), encoded == text)
            );
        }
    }

    #[test]
    fn every_character_survives() {
        let text: String = (0..=0x2ff)
            .filter_map(char::from_u32)
            .chain("+ %/?#é😀".chars())
            .collect();
        let encoded = encode(&text);
        assert!(
            encoded
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"%-._~".contains(&byte))
        );
        assert_eq!(decode_query(&encoded).as_deref(), Some(text.as_str()));
    }

    #[test]
    fn a_plus_in_an_address_is_no_space() {
        assert_eq!(encode("ann+books@example.org"), "ann%2Bbooks%40example.org");
        assert_eq!(decode_query("a+b%2Bc").as_deref(), Some("a b+c"));
        for broken in ["%ff", "%", "a%4", "%zz", "%4%31", "%é"] {
            assert_eq!(decode_query(broken), None, "{broken}");
        }
    }
}
