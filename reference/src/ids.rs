//! Where new identifiers come from: SHA-256 over a secret start and a counter.
//!
//! Started from the operating system the values cannot be foreseen; started from a text they are
//! the same every time, which is what seeds and tests need. Secrets (API keys) are not made here:
//! see [`crate::keys`].

use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest, Sha256};

/// How many values drawn one after the other begin alike, where that is wanted.
const RUN: u64 = 64;

/// How many bytes those have in common.
const IN_COMMON: usize = 2;

/// A source of values for new identifiers.
#[derive(Debug)]
pub struct IdGenerator {
    start: [u8; 32],
    drawn: AtomicU64,
}

impl IdGenerator {
    /// A source nobody can foresee, started from the operating system's randomness.
    pub fn from_os() -> Result<IdGenerator, getrandom::Error> {
        let mut start = [0; 32];
        getrandom::fill(&mut start)?;
        Ok(IdGenerator::starting_at(start))
    }

    /// A source that gives the same values in the same order for the same text.
    pub fn from_seed(text: &str) -> IdGenerator {
        IdGenerator::starting_at(Sha256::digest(text).into())
    }

    fn starting_at(start: [u8; 32]) -> IdGenerator {
        IdGenerator {
            start,
            drawn: AtomicU64::new(0),
        }
    }

    /// The next value.
    pub fn next(&self) -> [u8; 32] {
        self.value(self.turn())
    }

    /// The next value, for what a table has very many of: it begins as those drawn shortly before and after do.
    ///
    /// Identifiers that are drawn freely go each to another page of their index, and every one of these pages must be
    /// written. Those that begin alike go to one. In which order runs came, and how many there were, cannot be seen.
    pub fn next_clustered(&self) -> [u8; 32] {
        let turn = self.turn();
        let mut value = self.value(turn);
        // No turn comes so far that runs, counted down, meet the values.
        let run = self.value(u64::MAX - turn / RUN);
        value[..IN_COMMON].copy_from_slice(&run[..IN_COMMON]);
        value
    }

    fn turn(&self) -> u64 {
        self.drawn.fetch_add(1, Ordering::Relaxed)
    }

    fn value(&self, number: u64) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.start);
        hash.update(number.to_be_bytes());
        hash.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_same_text_gives_the_same_values_and_no_value_twice() {
        let (one, two) = (IdGenerator::from_seed("a"), IdGenerator::from_seed("a"));
        let first = one.next();
        assert_eq!(first, two.next());
        assert_ne!(first, one.next());
        assert_ne!(first, IdGenerator::from_seed("b").next());
    }

    #[test]
    fn a_run_begins_alike_and_the_next_otherwise() {
        let ids = IdGenerator::from_seed("run");
        let drawn: Vec<_> = (0..2 * RUN).map(|_| ids.next_clustered()).collect();
        let begins: BTreeSet<_> = drawn.iter().map(|it| &it[..IN_COMMON]).collect();
        let ends: BTreeSet<_> = drawn.iter().map(|it| &it[IN_COMMON..]).collect();
        assert_eq!((begins.len(), ends.len()), (2, drawn.len()));
        assert!(
            drawn[..64]
                .iter()
                .all(|it| it[..IN_COMMON] == drawn[0][..IN_COMMON])
        );
    }

    #[test]
    fn two_sources_from_the_system_differ() {
        let (one, two) = (
            IdGenerator::from_os().unwrap(),
            IdGenerator::from_os().unwrap(),
        );
        assert_ne!(one.next(), two.next());
    }
}
