//! Values that legitimately differ between two runs: generated identifiers and times.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::sequence::start_time;
use crate::traffic::Traffic;

/// Where one of two runs sends more requests than the other, the later times differ.
const MAX_TIME_SHIFT: SignedDuration = SignedDuration::from_millis(500);

/// The values of a run that the server generated.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct GeneratedValues {
    generated: BTreeSet<String>,
    /// All other values of responses.
    fixed: BTreeSet<String>,
}

impl GeneratedValues {
    /// The values of a run that a run with other generated identifiers does not have.
    #[must_use]
    pub fn new(run: &Traffic, other: &Traffic) -> Self {
        let (run, other) = (run.response_texts(), other.response_texts());
        Self {
            generated: run.difference(&other).cloned().collect(),
            fixed: run.intersection(&other).cloned().collect(),
        }
    }
}

/// A bijection between the generated values of two runs, built while their responses are compared.
#[derive(Debug)]
pub(crate) struct Renaming<'a> {
    values: &'a GeneratedValues,
    /// Whether the runs sent different numbers of requests.
    times_shift: bool,
    forward: BTreeMap<String, String>,
    backward: BTreeMap<String, String>,
    /// Number of values that differ.
    renamed: usize,
}

impl<'a> Renaming<'a> {
    pub(crate) fn new(values: &'a GeneratedValues, times_shift: bool) -> Self {
        Self {
            values,
            times_shift,
            forward: BTreeMap::new(),
            backward: BTreeMap::new(),
            renamed: 0,
        }
    }

    /// Whether generated values or times differ.
    pub(crate) fn is_used(&self) -> bool {
        self.renamed > 0
    }

    /// Replaces a generated value of the first run, if its value of the second is known.
    pub(crate) fn rename(&self, value: &mut String) {
        if let Some(known) = self.forward.get(value) {
            value.clone_from(known);
        }
    }

    /// Whether a value of the first run is this value of the second.
    pub(crate) fn is_same(&mut self, first: &str, second: &str) -> bool {
        if let Some(known) = self.forward.get(first) {
            return known == second;
        }
        if !self.values.generated.contains(first) {
            let is_shifted = self.times_shift && first != second && is_near(first, second);
            self.renamed += usize::from(is_shifted);
            return first == second || is_shifted;
        }
        if first != second {
            if self.values.fixed.contains(second) || !has_same_shape(first, second) {
                return false;
            }
            self.renamed += 1;
        }
        if self.backward.contains_key(second) {
            return false;
        }
        self.forward.insert(first.to_owned(), second.to_owned());
        self.backward.insert(second.to_owned(), first.to_owned());
        true
    }
}

/// Whether both are times after the start of the run and close to each other.
fn is_near(first: &str, second: &str) -> bool {
    let parse = |text: &str| text.parse::<Timestamp>().ok().filter(|time| *time >= start_time());
    match (parse(first), parse(second)) {
        (Some(first), Some(second)) => first.duration_since(second).abs() <= MAX_TIME_SHIFT,
        _ => false,
    }
}

/// Whether two texts have the same length and the same characters besides letters and digits.
fn has_same_shape(first: &str, second: &str) -> bool {
    let class = |c: char| if c.is_ascii_alphanumeric() { 'a' } else { c };
    first.chars().map(class).eq(second.chars().map(class))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(generated: &[&str], fixed: &[&str]) -> GeneratedValues {
        let set = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        GeneratedValues { generated: set(generated), fixed: set(fixed) }
    }

    #[test]
    fn generated_values_are_renamed_consistently() {
        let values = values(&["a-1", "a-2"], &["b-1"]);
        let mut renaming = Renaming::new(&values, true);
        assert!(renaming.is_same("b-1", "b-1"));
        assert!(!renaming.is_used());
        assert!(renaming.is_same("a-1", "c-1"));
        assert!(renaming.is_same("a-1", "c-1"));
        assert!(!renaming.is_same("a-1", "c-2"));
        // Another value of the first run already has this name.
        assert!(!renaming.is_same("a-2", "c-1"));
        // A fixed value, and one of another shape.
        assert!(!renaming.is_same("a-2", "b-1"));
        assert!(!renaming.is_same("a-2", "c22"));
        assert!(!renaming.is_same("b-1", "c-3"));
        assert!(renaming.is_used());
    }

    #[test]
    fn times_of_the_run_may_shift_a_little() {
        let values = values(&[], &["2026-01-05T12:00:00.003Z"]);
        let mut renaming = Renaming::new(&values, true);
        assert!(renaming.is_same("2026-01-05T12:00:00.003Z", "2026-01-05T12:00:00.004Z"));
        assert!(!renaming.is_same("2026-01-05T12:00:00.003Z", "2026-01-05T12:00:01.003Z"));
        assert!(!renaming.is_same("2026-01-05T12:00:00.003Z", "2026-01-05T11:59:59.999Z"));
    }
}
