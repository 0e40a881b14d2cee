//! API keys: their format, and the hash that is stored of each.
//!
//! A key carries 256 random bits of the operating system, so a plain SHA-256 cannot be reversed, and neither salt nor a
//! slow hash is needed. A presented key is looked up by its hash. A caller cannot choose hashes, so the duration of the
//! look-up reveals nothing about existing keys.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::domain::id::hex;

const PREFIX: &str = "rk_";
const SECRET_BYTES: usize = 32;

/// A key in plain text, never stored and never printed by `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// Generates a key. Fails if the operating system has no randomness.
    pub fn generate() -> Result<ApiKey, getrandom::Error> {
        let mut secret = [0; SECRET_BYTES];
        getrandom::fill(&mut secret)?;
        Ok(ApiKey(format!("{PREFIX}{}", hex(&secret))))
    }

    /// The key that a caller presents; `None` if the text does not have the format of a key.
    pub fn parse(text: &str) -> Option<ApiKey> {
        let secret = text.strip_prefix(PREFIX)?;
        let digits = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let well_formed = secret.len() == 2 * SECRET_BYTES && secret.bytes().all(digits);
        well_formed.then(|| ApiKey(text.to_owned()))
    }

    /// The plain text, to be shown once to the owner.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The hash that is stored.
    pub fn hash(&self) -> KeyHash {
        KeyHash(hex(&Sha256::digest(&self.0)))
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(…)")
    }
}

/// The SHA-256 of a key, in hexadecimal.
#[derive(Debug, Clone)]
pub struct KeyHash(String);

impl KeyHash {
    /// The 64 hexadecimal digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_keys_are_well_formed_and_distinct() {
        let key = ApiKey::generate().unwrap();
        assert_eq!(ApiKey::parse(key.reveal()), Some(key.clone()));
        assert_ne!(key, ApiKey::generate().unwrap());
    }

    #[test]
    fn texts_of_another_format_are_no_keys() {
        let digits = "0".repeat(64);
        assert!(ApiKey::parse(&format!("rk_{digits}")).is_some());
        for text in ["", "rk_", &digits, &format!("rk_{digits}0"), &format!("rk_{}G", &digits[1..])]
        {
            assert_eq!(ApiKey::parse(text), None, "{text}");
        }
    }

    #[test]
    fn debug_and_hash_do_not_reveal_the_key() {
        let key = ApiKey::parse(&format!("rk_{}", "ab".repeat(32))).unwrap();
        assert_eq!(format!("{key:?}"), "ApiKey(…)");
        assert_eq!(key.hash().as_str().len(), 64);
        assert!(!key.reveal().contains(key.hash().as_str()));
    }
}
