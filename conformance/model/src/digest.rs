//! Numbers derived from text, equal in every process and version.

use sha2::{Digest, Sha256};

/// The first eight bytes of the SHA-256 of the parts.
pub fn digest(parts: &[&str]) -> u64 {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
        hasher.update([0]);
    }
    let bytes = hasher.finalize();
    bytes.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// A version 4 UUID made of the parts.
pub fn uuid(parts: &[&str]) -> String {
    let half = |name| digest(&[parts, &[name]].concat());
    let (high, low) = (half("high"), half("low"));
    let (a, b, c) = (high >> 32, (high >> 16) & 0xffff, high & 0x0fff);
    let (d, e) = ((low >> 48) & 0x3fff | 0x8000, low & 0xffff_ffff_ffff);
    format!("{a:08x}-{b:04x}-4{c:03x}-{d:04x}-{e:012x}")
}

/// Eight consonants that depend on the parts. Without vowels they form no words.
pub fn word(parts: &[&str]) -> String {
    const LETTERS: &[u8; 16] = b"bcdfghjklmnpqrst";
    let number = digest(parts);
    (0..8).map(|place| char::from(LETTERS[(number >> (4 * place) & 15) as usize])).collect()
}

/// A fingerprint of a key: long enough to tell keys apart, too short to reveal one.
pub fn fingerprint(key: &str) -> String {
    let digest = Sha256::digest(key.as_bytes());
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
