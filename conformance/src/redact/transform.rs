//! Reversible transformations of a whole secret: case, hexadecimal and base64.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

/// Each transformation with its name. In base64, the secret may be encoded by itself or as a part
/// of a longer text.
pub(super) fn all(secret: &str) -> Vec<(String, String)> {
    let hex: String = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
    let mut all = vec![
        ("base64".to_owned(), STANDARD_NO_PAD.encode(secret)),
        ("base64url".to_owned(), URL_SAFE_NO_PAD.encode(secret)),
        ("upper".to_owned(), secret.to_uppercase()),
        ("lower".to_owned(), secret.to_lowercase()),
        ("swapped".to_owned(), secret.chars().map(swapped).collect()),
        ("HEX".to_owned(), hex.to_uppercase()),
        ("hex".to_owned(), hex),
    ];
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
