//! Random values for new identifiers: SHA-256 of a secret key and a counter.
//!
//! With a key from the operating system the values are unpredictable; with a key from a text they are reproducible, for
//! seeds and tests. API keys are generated in [`crate::keys`].

use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest, Sha256};

/// Number of consecutive values with a common prefix.
const CLUSTER_SIZE: u64 = 64;

/// Bytes of the common prefix.
const CLUSTER_PREFIX: usize = 2;

/// Generates values for new identifiers.
#[derive(Debug)]
pub struct IdGenerator {
    key: [u8; 32],
    counter: AtomicU64,
}

impl IdGenerator {
    /// An unpredictable generator. Fails if the operating system has no randomness.
    pub fn from_os() -> Result<IdGenerator, getrandom::Error> {
        let mut key = [0; 32];
        getrandom::fill(&mut key)?;
        Ok(IdGenerator::with_key(key))
    }

    /// A generator that returns the same values in the same order for the same text.
    pub fn from_seed(seed: &str) -> IdGenerator {
        IdGenerator::with_key(Sha256::digest(seed).into())
    }

    fn with_key(key: [u8; 32]) -> IdGenerator {
        IdGenerator { key, counter: AtomicU64::new(0) }
    }

    /// The next value.
    pub fn next(&self) -> [u8; 32] {
        self.value(self.advance())
    }

    /// The next value, with the same first bytes as the values before and after it, for tables with very many rows.
    ///
    /// Fully random identifiers go to different pages of their index, and each of these pages must be written; those with
    /// a common prefix go to one page. The prefixes reveal neither order nor number.
    pub fn next_clustered(&self) -> [u8; 32] {
        let number = self.advance();
        let mut value = self.value(number);
        // Prefixes count down from the largest number, which the counter never reaches.
        let prefix = self.value(u64::MAX - number / CLUSTER_SIZE);
        value[..CLUSTER_PREFIX].copy_from_slice(&prefix[..CLUSTER_PREFIX]);
        value
    }

    fn advance(&self) -> u64 {
        self.counter.fetch_add(1, Ordering::Relaxed)
    }

    fn value(&self, number: u64) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.key);
        hash.update(number.to_be_bytes());
        hash.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn same_seed_returns_the_same_distinct_values() {
        let (one, two) = (IdGenerator::from_seed("a"), IdGenerator::from_seed("a"));
        let first = one.next();
        assert_eq!(first, two.next());
        assert_ne!(first, one.next());
        assert_ne!(first, IdGenerator::from_seed("b").next());
    }

    #[test]
    fn clustered_values_share_a_prefix_per_cluster() {
        let ids = IdGenerator::from_seed("run");
        let drawn: Vec<_> = (0..2 * CLUSTER_SIZE).map(|_| ids.next_clustered()).collect();
        let begins: BTreeSet<_> = drawn.iter().map(|value| &value[..CLUSTER_PREFIX]).collect();
        let ends: BTreeSet<_> = drawn.iter().map(|value| &value[CLUSTER_PREFIX..]).collect();
        assert_eq!((begins.len(), ends.len()), (2, drawn.len()));
        assert!(
            drawn[..64].iter().all(|value| value[..CLUSTER_PREFIX] == drawn[0][..CLUSTER_PREFIX])
        );
    }

    #[test]
    fn two_generators_from_the_system_differ() {
        let (one, two) = (IdGenerator::from_os().unwrap(), IdGenerator::from_os().unwrap());
        assert_ne!(one.next(), two.next());
    }
}
