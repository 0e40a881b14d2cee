//! Replaces short secrets that are whole words.

use super::encoding::Encodings;

/// Replaces the secret where it is a whole word, in any encoding.
pub(super) fn replace(text: &str, secret: &Encodings, name: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    while let Some(found) = secret.find(&text[end..]) {
        let (from, to) = (end + found.start, end + found.end);
        let alone = begins(&text[..from]) && !text[to..].starts_with(char::is_alphanumeric);
        let to = if alone {
            to
        } else {
            // An occurrence may begin within this one.
            from + text[from..].chars().next().map_or(0, char::len_utf8)
        };
        out.push_str(&text[end..from]);
        out.push_str(if alone { name } else { &text[from..to] });
        end = to;
    }
    out.push_str(&text[end..]);
    out
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::redact::encoding::Alphabet;

    #[test]
    fn only_a_whole_word_is_replaced() {
        let encodings = |secret| Encodings::of(secret, &mut Alphabet::default());
        for (text, expected) in [
            ("demo", "[key]"),
            ("demo-invalid-1", "[key]-invalid-1"),
            (r#"{"key":"demo","demos":1}"#, r#"{"key":"[key]","demos":1}"#),
            ("a%20demo, a\\ndemo", "a%20[key], a\\n[key]"),
            ("\\u0020demo %64emo", "\\u0020[key] [key]"),
            ("undemo democracy demodemo", "undemo democracy demodemo"),
            ("né demo é", "né [key] é"),
        ] {
            assert_eq!(replace(text, &encodings("demo"), "[key]"), expected);
        }
        assert_eq!(replace("1, 11 and 1", &encodings("1"), "[k]"), "[k], 11 and [k]");
    }
}
