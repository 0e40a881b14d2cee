//! Removes texts that look like keys beside the name of the header: a response may show keys that this program does not know.

/// Shorter texts, and those without letters or digits, are words.
const MIN_BYTES: usize = 16;
/// The longest text between the name and the key, such as `": "`.
const MAX_BETWEEN: usize = 4;

/// Replaces each text beside the header name that looks like a key with `[a key]`. Returns `None` if there is none. `name`
/// must be in lower case.
pub(super) fn replace(bytes: &[u8], name: &str) -> Option<Vec<u8>> {
    let name = name.as_bytes();
    let first = *name.first()?;
    let (mut out, mut end) = (Vec::new(), 0);
    for (at, byte) in bytes.iter().enumerate() {
        if !byte.eq_ignore_ascii_case(&first) || at < end {
            continue;
        }
        let Some(after) = name_length(bytes.get(at..)?, name) else {
            continue;
        };
        let Some((start, length)) = find_key(bytes.get(at + after..)?) else {
            continue;
        };
        let start = at + after + start;
        out.extend_from_slice(bytes.get(end..start)?);
        out.extend_from_slice(b"[a key]");
        end = start + length;
    }
    if end == 0 {
        return None;
    }
    out.extend_from_slice(bytes.get(end..)?);
    Some(out)
}

/// The length of the name that the bytes begin with, in any case, with `_` for `-`.
fn name_length(bytes: &[u8], name: &[u8]) -> Option<usize> {
    let begun = bytes.get(..name.len())?;
    let is_same = |(byte, expected): (&u8, &u8)| {
        byte.eq_ignore_ascii_case(expected) || *byte == b'_' && *expected == b'-'
    };
    begun.iter().zip(name).all(is_same).then_some(name.len())
}

/// Start and length of the text that looks like a key.
fn find_key(bytes: &[u8]) -> Option<(usize, usize)> {
    let is_between = |byte: &u8| matches!(byte, b':' | b'=' | b'"' | b'\'' | b' ' | b'`');
    let start = bytes.iter().take(MAX_BETWEEN).take_while(|byte| is_between(byte)).count();
    let rest = bytes.get(start..).filter(|_| start > 0)?;
    let is_of_key = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/' | b'+' | b'~')
    };
    let length = rest.iter().take_while(|byte| is_of_key(byte)).count();
    let key = rest.get(..length).filter(|key| key.len() >= MIN_BYTES)?;
    let is_mixed = key.iter().any(u8::is_ascii_digit) && key.iter().any(u8::is_ascii_alphabetic);
    is_mixed.then_some((start, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_looks_like_a_key_is_replaced() {
        let replaced = |text: &str| {
            let out = replace(text.as_bytes(), "x-card-key").unwrap_or_else(|| text.into());
            String::from_utf8(out).unwrap()
        };
        for (text, expected) in [
            (r#"{"X-Card-Key":"sk_live-0123456789ab"}"#, r#"{"X-Card-Key":"[a key]"}"#),
            ("x_card_key: 0123456789abcdef, b", "x_card_key: [a key], b"),
            (
                "x-card-key=a0a0a0a0a0a0a0a0a0;x-card-key=b0b0b0b0b0b0b0b0",
                "x-card-key=[a key];x-card-key=[a key]",
            ),
            (
                "X-Card-Key header is missing or invalid1",
                "X-Card-Key header is missing or invalid1",
            ),
            ("x-card-key: authentication-failed", "x-card-key: authentication-failed"),
            ("x-card-key: short1", "x-card-key: short1"),
        ] {
            assert_eq!(replaced(text), expected);
        }
    }
}
