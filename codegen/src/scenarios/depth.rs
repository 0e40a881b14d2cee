//! The depths of derived scenarios.

/// The least depth of a run that replays a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// In every run but a quick one.
    Standard,
    /// In thorough runs only.
    Thorough,
}

impl Depth {
    /// The word in scenario files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Thorough => "thorough",
        }
    }
}
