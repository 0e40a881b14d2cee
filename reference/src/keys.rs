//! API keys: making them, and the hash that is all the database ever holds of one.
//!
//! A key carries 256 bits of the operating system's randomness, so a plain SHA-256 of it cannot be
//! searched backwards, and no salt or slow hash is needed. A presented key is hashed and its hash
//! looked up: how long that takes depends on the hash, which a caller cannot steer, and so tells
//! nothing about the keys that exist. What is found is compared once more, in constant time, so that
//! no rule of a database about equal texts decides who is let in.

use std::fmt;
use std::hint::black_box;

use sha2::{Digest, Sha256};

use crate::domain::id::hex;

const PREFIX: &str = "rk_";
const SECRET_BYTES: usize = 32;

/// A key in the clear. It exists while it is made or presented, and is never stored or printed by
/// `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// A new key.
    pub fn generate() -> Result<ApiKey, getrandom::Error> {
        let mut secret = [0; SECRET_BYTES];
        getrandom::fill(&mut secret)?;
        Ok(ApiKey(format!("{PREFIX}{}", hex(&secret))))
    }

    /// The key a caller presents, or nothing when the text cannot be a key of this service.
    pub fn parse(text: &str) -> Option<ApiKey> {
        let secret = text.strip_prefix(PREFIX)?;
        let digits = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let well_formed = secret.len() == 2 * SECRET_BYTES && secret.bytes().all(digits);
        well_formed.then(|| ApiKey(text.to_owned()))
    }

    /// The key itself, to be shown to its owner once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of it.
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

    /// Whether this is the hash the database keeps, in a time that does not tell where they differ.
    pub fn is(&self, kept: &str) -> bool {
        let (own, kept) = (self.0.as_bytes(), kept.as_bytes());
        let pairs = own.iter().zip(kept);
        // Hidden from the optimizer, which could else stop at the first difference.
        let differ = pairs.fold(0, |seen, (one, other)| black_box(seen | (one ^ other)));
        own.len() == kept.len() && differ == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generated_key_is_well_formed_and_new_each_time() {
        let key = ApiKey::generate().unwrap();
        assert_eq!(ApiKey::parse(key.reveal()), Some(key.clone()));
        assert_ne!(key, ApiKey::generate().unwrap());
    }

    #[test]
    fn what_cannot_be_a_key_is_told_apart() {
        let digits = "0".repeat(64);
        assert!(ApiKey::parse(&format!("rk_{digits}")).is_some());
        for text in [
            "",
            "rk_",
            &digits,
            &format!("rk_{digits}0"),
            &format!("rk_{}G", &digits[1..]),
        ] {
            assert_eq!(ApiKey::parse(text), None, "{text}");
        }
    }

    #[test]
    fn only_the_very_same_hash_is_it() {
        let hash = ApiKey::generate().unwrap().hash();
        let kept = hash.as_str().to_owned();
        assert!(hash.is(&kept));
        assert!(!hash.is("") && !hash.is(&kept[1..]) && !hash.is(&format!("{kept}0")));
        for at in [0, 31, 63] {
            let mut other = kept.clone();
            let digit = if &kept[at..=at] == "0" { "1" } else { "0" };
            other.replace_range(at..=at, digit);
            assert!(!hash.is(&other), "{at}");
        }
        assert!(!hash.is(&kept.to_uppercase()) || !kept.contains(|it: char| it.is_alphabetic()));
    }

    #[test]
    fn debug_shows_nothing_and_the_hash_is_not_the_key() {
        let key = ApiKey::parse(&format!("rk_{}", "ab".repeat(32))).unwrap();
        assert_eq!(format!("{key:?}"), "ApiKey(…)");
        assert_eq!(key.hash().as_str().len(), 64);
        assert!(!key.reveal().contains(key.hash().as_str()));
    }
}
