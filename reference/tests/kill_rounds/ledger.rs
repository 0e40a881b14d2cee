//! What was sent, and what was answered.

/// What a write makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Subscriber,
    Membership,
    Event,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Subscriber, Kind::Membership, Kind::Event];
}

/// A write, told from all others by its kind and its mark: the address of a subscriber or of a new
/// member, the value of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    pub kind: Kind,
    pub mark: String,
    pub outcome: Outcome,
}

/// What is known of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was answered as done: it must be there.
    Done,
    /// There was no answer, or one that says to come again: it may be there.
    Unknown,
    /// It was refused: it must not be there.
    Refused,
}

/// How many writes of a list had this outcome.
pub fn count(writes: &[Write], outcome: Outcome) -> usize {
    writes
        .iter()
        .filter(|write| write.outcome == outcome)
        .count()
}
