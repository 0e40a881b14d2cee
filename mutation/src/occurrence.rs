//! Which of the exchanges that an intercept would change it does change.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Which of the exchanges that an intercept would change it does change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Occurrence {
    /// All of them.
    #[default]
    Always,
    /// Only the first one, so that a retry meets a correct server, with the state that the change left.
    First,
    /// Only the second one.
    Second,
    /// Every third one.
    EveryThird,
}

/// Counts the exchanges that an intercept would change.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    occurrence: Occurrence,
    seen: AtomicUsize,
}

impl Turns {
    pub(crate) fn of(occurrence: Occurrence) -> Self {
        Self { occurrence, seen: AtomicUsize::new(0) }
    }

    /// Whether the next of these exchanges is changed.
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
