//! How often an intercept takes effect.

use std::sync::atomic::{AtomicUsize, Ordering};

/// In which of the exchanges that it applies to an intercept takes effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Occurrence {
    /// In all.
    #[default]
    Always,
    /// Only in the first: a retry meets a correct server, in the state that the first exchange left.
    First,
    /// Only in the second.
    Second,
    /// In every third.
    EveryThird,
}

/// Counts the exchanges to which an intercept applies.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    occurrence: Occurrence,
    seen: AtomicUsize,
}

impl Turns {
    pub(crate) fn of(occurrence: Occurrence) -> Self {
        Self { occurrence, seen: AtomicUsize::new(0) }
    }

    /// Counts one, and returns whether the intercept takes effect in it.
    pub(crate) fn take(&self) -> bool {
        let number = self.seen.fetch_add(1, Ordering::Relaxed) + 1;
        match self.occurrence {
            Occurrence::Always => true,
            Occurrence::First => number == 1,
            Occurrence::Second => number == 2,
            Occurrence::EveryThird => number.is_multiple_of(3),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occurrences_select_exchanges() {
        for (occurrence, expected) in [
            (Occurrence::Always, [true; 6]),
            (Occurrence::First, [true, false, false, false, false, false]),
            (Occurrence::Second, [false, true, false, false, false, false]),
            (Occurrence::EveryThird, [false, false, true, false, false, true]),
        ] {
            let turns = Turns::of(occurrence);
            assert_eq!([(); 6].map(|()| turns.take()), expected, "{occurrence:?}");
        }
    }
}
