//! Reversible transformations of a whole secret: case, hexadecimal, base32 and base64, also of UTF-16.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};

/// Each transformation with its name. In base64, the secret may be encoded by itself or as a part
/// of a longer text.
pub(super) fn all(secret: &str) -> Vec<(String, String)> {
    let hex = |bytes: &[u8], between: &str| {
        let bytes: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        bytes.join(between)
    };
    let utf16 =
        |bytes: fn(u16) -> [u8; 2]| secret.encode_utf16().flat_map(bytes).collect::<Vec<_>>();
    let mut all = vec![
        ("base64".to_owned(), STANDARD_NO_PAD.encode(secret)),
        ("base64url".to_owned(), URL_SAFE_NO_PAD.encode(secret)),
        ("base64 twice".to_owned(), STANDARD_NO_PAD.encode(STANDARD_NO_PAD.encode(secret))),
        ("base64 twice".to_owned(), STANDARD_NO_PAD.encode(STANDARD.encode(secret))),
        ("base64url twice".to_owned(), URL_SAFE_NO_PAD.encode(URL_SAFE_NO_PAD.encode(secret))),
        ("base32".to_owned(), base32(secret.as_bytes())),
        ("base32".to_owned(), base32(secret.as_bytes()).to_lowercase()),
        ("upper".to_owned(), secret.to_uppercase()),
        ("lower".to_owned(), secret.to_lowercase()),
        ("swapped".to_owned(), secret.chars().map(swapped).collect()),
    ];
    for (encoding, bytes) in [
        ("", secret.as_bytes().to_vec()),
        (" of UTF-16LE", utf16(u16::to_le_bytes)),
        (" of UTF-16BE", utf16(u16::to_be_bytes)),
    ] {
        if !encoding.is_empty() {
            all.push((format!("base64{encoding}"), STANDARD_NO_PAD.encode(&bytes)));
        }
        for between in ["", ":", " ", "-"] {
            let digits = hex(&bytes, between);
            all.push((format!("HEX{encoding}"), digits.to_uppercase()));
            all.push((format!("hex{encoding}"), digits));
        }
    }
    for before in 0..3 {
        let core = |encoded: String| core(&encoded, before, secret.len());
        let padded = [&[0; 2][..before.min(2)], secret.as_bytes()].concat();
        all.push((format!("base64+{before}"), core(STANDARD_NO_PAD.encode(&padded))));
        all.push((format!("base64url+{before}"), core(URL_SAFE_NO_PAD.encode(&padded))));
    }
    all
}

/// The part of a base64 text that depends on the secret only, for a secret preceded by `before`
/// bytes. Three bytes become four characters, so there are three possible alignments.
fn core(encoded: &str, before: usize, length: usize) -> String {
    let first = (before * 8).div_ceil(6);
    let last = (before + length) * 8 / 6;
    encoded.get(first..last).unwrap_or_default().to_owned()
}

fn swapped(c: char) -> char {
    if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
}

/// Base32 (RFC 4648, section 6) without padding.
fn base32(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let mut text = String::new();
    for block in bytes.chunks(5) {
        let mut padded = [0; 8];
        padded[3..3 + block.len()].copy_from_slice(block);
        let bits = u64::from_be_bytes(padded);
        for index in 0..(block.len() * 8).div_ceil(5) {
            let digit = (bits >> (35 - 5 * index)) & 31;
            text.extend(ALPHABET.get(digit as usize).map(|letter| char::from(*letter)));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base32_is_that_of_the_standard() {
        for (text, encoded) in
            [("f", "MY"), ("fo", "MZXQ"), ("foob", "MZXW6YQ"), ("foobar", "MZXW6YTBOI")]
        {
            assert_eq!(base32(text.as_bytes()), encoded);
        }
    }
}
