//! How many of the scenarios a run replays.

use std::fmt;
use std::str::FromStr;

/// The depth of a run or scenario; a run replays the scenarios of its depth and of those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// Hand-written scenarios.
    Quick,
    /// Also scenarios that are generated from the contract.
    #[default]
    Standard,
    /// Also generated scenarios that take long or write much.
    Thorough,
}

impl Depth {
    pub const ALL: [Self; 3] = [Self::Quick, Self::Standard, Self::Thorough];

    /// The depths that a scenario file can name; a file without one is quick.
    pub const WORDS: [&'static str; 2] = ["standard", "thorough"];

    /// The word used in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Standard => "standard",
            Self::Thorough => "thorough",
        }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Depth {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|depth| depth.name() == text).ok_or_else(|| {
            format!("no such depth; known are {}", Self::ALL.map(Self::name).join(", "))
        })
    }
}
