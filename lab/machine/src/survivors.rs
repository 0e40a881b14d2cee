//! The list of known survivors, and how the results of a run differ from it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::outcome::Outcome;

/// A mutant of which the suite reports no clause although responses differ where the contract states something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Survivor {
    /// Id, which does not depend on lines.
    pub id: String,
    /// The change, for readers.
    pub change: String,
    /// Why it survives.
    pub reason: Reason,
    /// The argument; not for open survivors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

/// Why a mutant survives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A scenario is missing, or the survivor was not looked at.
    Open,
    /// No client can see a difference that the contract speaks of.
    Equivalent,
    /// Clients can see a difference, but only where the contract is silent or an open question allows it.
    Gap,
}

/// Reads a list.
///
/// # Errors
/// When the file cannot be read, or a survivor that is not open has no argument.
pub fn read(path: &Path) -> anyhow::Result<Vec<Survivor>> {
    let name = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(name)?;
    let survivors: Vec<Survivor> = serde_yaml::from_str(&text).with_context(name)?;
    for survivor in &survivors {
        let is_argued = survivor.because.as_ref().is_some_and(|because| !because.is_empty());
        if is_argued == (survivor.reason == Reason::Open) {
            anyhow::bail!("{}: `{}` needs `because` if it is not open", name(), survivor.id);
        }
    }
    Ok(survivors)
}

/// How the outcomes of mutants, by id, differ from the list: survivors that are not in it, and entries that the suite
/// detects now. Mutants that were not run are not looked at.
#[must_use]
pub fn compare(survivors: &[Survivor], outcomes: &BTreeMap<String, Outcome>) -> Vec<String> {
    let stale = survivors.iter().filter_map(|survivor| {
        let outcome = outcomes.get(&survivor.id)?;
        // Depending on the times of a run, the same mutant can be `survived` or `gap_only`.
        outcome
            .is_detected()
            .then(|| format!("{} is in the list and {}", survivor.id, outcome.name()))
    });
    unlisted(survivors, outcomes).into_iter().chain(stale).collect()
}

/// The survivors that are not in the list.
#[must_use]
pub fn unlisted(survivors: &[Survivor], outcomes: &BTreeMap<String, Outcome>) -> Vec<String> {
    let is_listed = |id: &String| survivors.iter().any(|survivor| survivor.id == *id);
    outcomes
        .iter()
        .filter(|(id, outcome)| outcome.is_survival() && !is_listed(id))
        .map(|(id, outcome)| format!("{id} is {} and not in the list", outcome.name()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "
- { id: a, change: x, reason: open }
- { id: b, change: x, reason: equivalent, because: The value is not used. }
";

    fn parse(text: &str) -> anyhow::Result<Vec<Survivor>> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), text).unwrap();
        read(file.path())
    }

    #[test]
    fn new_and_stale_survivors_are_reported() {
        let outcomes = [("a", Outcome::Killed), ("b", Outcome::GapOnly), ("c", Outcome::Survived)];
        let outcomes = outcomes.map(|(id, outcome)| (id.to_owned(), outcome)).into();
        let expected = ["c is survived and not in the list", "a is in the list and killed"];
        assert_eq!(compare(&parse(LIST).unwrap(), &outcomes), expected);
    }

    #[test]
    fn survivor_that_is_not_open_needs_an_argument() {
        assert!(parse("- { id: a, change: x, reason: gap }").is_err());
        assert!(parse("- { id: a, change: x, reason: open, because: y }").is_err());
    }
}
