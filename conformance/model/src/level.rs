//! How much a run may change.

use std::fmt;
use std::str::FromStr;

/// What a run may change; each level includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Read,
    /// Also creates records, and changes those it created.
    Own,
    /// Also changes existing records.
    Full,
}

impl Level {
    /// The words for the levels, in order.
    pub const WORDS: [&'static str; 3] = ["read", "own", "full"];

    /// The word used in files and on the command line.
    pub fn name(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        [Self::Read, Self::Own, Self::Full]
            .into_iter()
            .find(|level| level.name() == text)
            .ok_or_else(|| format!("no such level; known are {}", Self::WORDS.join(", ")))
    }
}
