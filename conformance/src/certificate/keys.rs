//! Keys for signatures with Ed25519, as PEM: PKCS #8 and SubjectPublicKeyInfo of RFC 8410, which OpenSSL reads and makes.

use anyhow::{Context, anyhow, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair as _, UnparsedPublicKey};

use super::sha256;

/// What comes before the seed in PKCS #8 without a public key.
const PRIVATE: &[u8] = b"\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20";
/// What comes before the public key in a SubjectPublicKeyInfo.
const PUBLIC: &[u8] = b"\x30\x2a\x30\x05\x06\x03\x2b\x65\x70\x03\x21\x00";
const PRIVATE_LABEL: &str = "PRIVATE KEY";
const PUBLIC_LABEL: &str = "PUBLIC KEY";

/// Signs statements.
pub struct SigningKey(Ed25519KeyPair);

impl SigningKey {
    /// The private key of a seed, which must be random, as PEM.
    pub fn generate(seed: [u8; 32]) -> String {
        pem(PRIVATE_LABEL, &[PRIVATE, &seed].concat())
    }

    /// Reads a private key from PEM. The error does not quote it.
    pub fn read(text: &str) -> anyhow::Result<Self> {
        let der = der(PRIVATE_LABEL, text)?;
        let pair = Ed25519KeyPair::from_pkcs8_maybe_unchecked(&der);
        Ok(Self(pair.map_err(|error| anyhow!("is no private key for Ed25519 ({error})"))?))
    }

    pub fn sign(&self, message: &[u8]) -> Vec<u8> {
        self.0.sign(message).as_ref().to_vec()
    }

    pub fn public(&self) -> PublicKey {
        PublicKey([PUBLIC, self.0.public_key().as_ref()].concat())
    }
}

/// Verifies signatures. Holds the SubjectPublicKeyInfo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey(Vec<u8>);

impl PublicKey {
    /// Reads a public key from PEM.
    pub fn read(text: &str) -> anyhow::Result<Self> {
        let der = der(PUBLIC_LABEL, text)?;
        if !der.starts_with(PUBLIC) || der.len() != PUBLIC.len() + 32 {
            bail!("is no public key for Ed25519");
        }
        Ok(Self(der))
    }

    /// The key as PEM.
    pub fn write(&self) -> String {
        pem(PUBLIC_LABEL, &self.0)
    }

    /// Its id: the SHA-256 of the SubjectPublicKeyInfo.
    pub fn id(&self) -> String {
        sha256(&self.0)
    }

    pub fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        let key = self.0.get(PUBLIC.len()..).unwrap_or_default();
        UnparsedPublicKey::new(&ED25519, key).verify(message, signature).is_ok()
    }
}

fn pem(label: &str, der: &[u8]) -> String {
    // Keys for Ed25519 fit into one line of 64 characters.
    format!("-----BEGIN {label}-----\n{}\n-----END {label}-----\n", STANDARD.encode(der))
}

fn der(label: &str, text: &str) -> anyhow::Result<Vec<u8>> {
    let (begin, end) = (format!("-----BEGIN {label}-----"), format!("-----END {label}-----"));
    let inside = text.trim().strip_prefix(&begin).and_then(|rest| rest.strip_suffix(&end));
    let inside = inside.with_context(|| {
        format!("has no `{label}` in PEM; `keygen --out FILE` writes a private key, and `FILE.pub`")
    })?;
    let inside: String = inside.split_whitespace().collect();
    STANDARD.decode(inside).map_err(|_| anyhow!("has a `{label}` that is not base64"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_verified_with_the_public_key_only() {
        let key = SigningKey::read(&SigningKey::generate([7; 32])).unwrap();
        let public = PublicKey::read(&key.public().write()).unwrap();
        let signature = key.sign(b"held");
        assert_eq!(signature, key.sign(b"held"));
        assert!(public.verifies(b"held", &signature));
        assert!(!public.verifies(b"violated", &signature));
        let other = SigningKey::read(&SigningKey::generate([8; 32])).unwrap().public();
        assert!(!other.verifies(b"held", &signature));
        assert_ne!(other.id(), public.id());
    }

    /// The first test vector of RFC 8032.
    #[test]
    fn keys_are_those_of_the_standard() {
        let seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
        let public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
        let bytes = |hex: &str| -> Vec<u8> {
            let digits = (0..hex.len()).step_by(2);
            digits.map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
        };
        let seed = <[u8; 32]>::try_from(bytes(seed)).unwrap();
        let key = SigningKey::read(&SigningKey::generate(seed)).unwrap();
        assert_eq!(key.public().0, [PUBLIC, &bytes(public)].concat());
    }

    #[test]
    fn other_files_are_refused() {
        let key = SigningKey::generate([7; 32]);
        let public = SigningKey::read(&key).unwrap().public().write();
        for (text, words) in [
            ("", "has no `PRIVATE KEY` in PEM"),
            (public.as_str(), "has no `PRIVATE KEY` in PEM"),
            ("-----BEGIN PRIVATE KEY-----\n!\n-----END PRIVATE KEY-----", "not base64"),
            ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", "is no private key"),
        ] {
            let error = SigningKey::read(text).err().unwrap().to_string();
            assert!(error.contains(words), "{error}");
        }
        assert!(PublicKey::read(&key).is_err());
    }
}
