//! How much work a text may cost.

/// Counts the bytes that are looked at, up to a limit.
#[derive(Clone, Debug)]
pub(super) struct Work {
    pub(super) spent: usize,
    limit: usize,
}

/// More work than the limit was needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMuchWork;

impl Work {
    pub(super) fn up_to(limit: usize) -> Self {
        Self { spent: 0, limit }
    }

    pub(super) fn unlimited() -> Self {
        Self::up_to(usize::MAX)
    }

    /// Counts bytes before they are looked at.
    pub(super) fn spend(&mut self, bytes: usize) -> Result<(), TooMuchWork> {
        self.spent = self.spent.saturating_add(bytes);
        if self.spent > self.limit { Err(TooMuchWork) } else { Ok(()) }
    }
}
