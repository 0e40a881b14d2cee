//! The sent writes and their outcomes.

/// The kind of record that a write creates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Subscriber,
    Membership,
    Event,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Subscriber, Kind::Membership, Kind::Event];
}

/// A write, identified by its kind and its mark: the address of a subscriber or member, or the value of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    pub kind: Kind,
    pub mark: String,
    pub outcome: Outcome,
}

/// The outcome of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Answered as done: the record must exist.
    Done,
    /// Not answered, or answered with a transient error: the record may exist.
    Unknown,
    /// Refused: the record must not exist.
    Refused,
}

/// The number of writes with this outcome.
pub fn count(writes: &[Write], outcome: Outcome) -> usize {
    writes.iter().filter(|write| write.outcome == outcome).count()
}
