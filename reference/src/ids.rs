//! Where new identifiers come from: SHA-256 over a secret start and a counter.
//!
//! Started from the operating system the values cannot be foreseen; started from a text they are
//! the same every time, which is what seeds and tests need. Secrets (API keys) are not made here:
//! see [`crate::keys`].

use std::sync::atomic::{AtomicU64, Ordering};

use sha2::{Digest, Sha256};

/// A source of values for new identifiers.
#[derive(Debug)]
pub struct Ids {
    start: [u8; 32],
    drawn: AtomicU64,
}

impl Ids {
    /// A source nobody can foresee, started from the operating system's randomness.
    pub fn from_os() -> Result<Ids, getrandom::Error> {
        let mut start = [0; 32];
        getrandom::fill(&mut start)?;
        Ok(Ids::starting_at(start))
    }

    /// A source that gives the same values in the same order for the same text.
    pub fn from_text(text: &str) -> Ids {
        Ids::starting_at(Sha256::digest(text).into())
    }

    fn starting_at(start: [u8; 32]) -> Ids {
        Ids {
            start,
            drawn: AtomicU64::new(0),
        }
    }

    /// The next value.
    pub fn draw(&self) -> [u8; 32] {
        let turn = self.drawn.fetch_add(1, Ordering::Relaxed);
        let mut hash = Sha256::new();
        hash.update(self.start);
        hash.update(turn.to_be_bytes());
        hash.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_gives_the_same_values_and_no_value_twice() {
        let (one, two) = (Ids::from_text("a"), Ids::from_text("a"));
        let first = one.draw();
        assert_eq!(first, two.draw());
        assert_ne!(first, one.draw());
        assert_ne!(first, Ids::from_text("b").draw());
    }

    #[test]
    fn two_sources_from_the_system_differ() {
        let (one, two) = (Ids::from_os().unwrap(), Ids::from_os().unwrap());
        assert_ne!(one.draw(), two.draw());
    }
}
