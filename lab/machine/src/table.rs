//! Tables of outcomes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::outcome::Outcome;

/// The number of mutants with each outcome, by group and in all.
#[must_use]
pub fn render<'a>(mutants: impl IntoIterator<Item = (&'a str, Outcome)>) -> String {
    let mut groups: BTreeMap<&str, BTreeMap<Outcome, usize>> = BTreeMap::new();
    let mut all: BTreeMap<Outcome, usize> = BTreeMap::new();
    for (group, outcome) in mutants {
        *groups.entry(group).or_default().entry(outcome).or_default() += 1;
        *all.entry(outcome).or_default() += 1;
    }
    let width = groups.keys().map(|group| group.len()).max().unwrap_or_default().max(5);
    let mut text = format!("{:width$}", "");
    for outcome in Outcome::ALL {
        let _ = write!(text, "  {}", outcome.name());
    }
    text.push('\n');
    for (group, counts) in
        groups.iter().map(|(group, counts)| (*group, counts)).chain([("total", &all)])
    {
        let _ = write!(text, "{group:width$}");
        for outcome in Outcome::ALL {
            let count = counts.get(&outcome).copied().unwrap_or_default();
            let _ = write!(text, "  {count:>column$}", column = outcome.name().len());
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_counted_by_group() {
        let mutants =
            [("a.rs", Outcome::Killed), ("a.rs", Outcome::Killed), ("b.rs", Outcome::Survived)];
        let expected = "       killed  crashed  unreached  gap_only  incomplete  survived
a.rs        2        0          0         0           0         0
b.rs        0        0          0         0           0         1
total       2        0          0         0           0         1
";
        assert_eq!(render(mutants), expected);
    }
}
