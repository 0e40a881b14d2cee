//! Compares two observations, gap by gap.

use std::fmt;

use super::Observation;
use crate::observed::Why;

/// What happened at a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    Changed,
    Contradicting,
    NewlySeen,
    NotSeen,
}

impl Change {
    /// Whether the deployment does something else than before.
    pub fn is_difference(self) -> bool {
        matches!(self, Self::Changed | Self::Contradicting)
    }

    fn title(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Contradicting => "no longer the same in all exchanges",
            Self::NewlySeen => "newly seen",
            Self::NotSeen => "not seen any more",
        }
    }
}

/// The differences between two observations.
pub struct Comparison {
    /// The change, the gap, and what it was and is.
    pub changes: Vec<(Change, String, String)>,
}

impl Comparison {
    pub fn new(old: &Observation, new: &Observation) -> Self {
        let mut changes = Vec::new();
        for gap in &new.gaps {
            let before = old.gap(&gap.id).and_then(|gap| gap.answer.as_ref());
            let change = match (before, &gap.answer) {
                (Some(before), Some(now)) if before != now => Change::Changed,
                (None, Some(_)) => Change::NewlySeen,
                (Some(_), None) if gap.reason.as_deref() == Some(Why::Differ.name()) => {
                    Change::Contradicting
                }
                (Some(_), None) => Change::NotSeen,
                _ => continue,
            };
            let open = || gap.reason.clone().unwrap_or_default();
            let now = gap.answer.as_ref().map_or_else(open, ToString::to_string);
            let line = match before {
                Some(before) => format!("{before} -> {now}"),
                None => now,
            };
            changes.push((change, gap.id.clone(), line));
        }
        changes.sort();
        Self { changes }
    }

    /// Whether the deployment does something else than before at a gap.
    pub fn has_differences(&self) -> bool {
        self.changes.iter().any(|(change, ..)| change.is_difference())
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = None;
        for (change, gap, line) in &self.changes {
            if last.replace(*change) != Some(*change) {
                writeln!(f, "{}", change.title())?;
            }
            writeln!(f, "  {gap}\n    {line}")?;
        }
        if self.changes.is_empty() { writeln!(f, "nothing changed") } else { Ok(()) }
    }
}
