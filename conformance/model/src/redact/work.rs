//! How much work a text may cost.

/// Counts the bytes that are read, up to a limit.
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

    /// Counts bytes before they are read.
    pub(super) fn spend(&mut self, bytes: usize) -> Result<(), TooMuchWork> {
        self.spent = self.spent.saturating_add(bytes);
        if self.spent > self.limit { Err(TooMuchWork) } else { Ok(()) }
    }
}
