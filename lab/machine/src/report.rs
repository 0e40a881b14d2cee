//! What the programs print and write: a table of outcomes, and how they differ from the known survivors.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use clap::ValueEnum as _;

use crate::outcome::{MutantResult, Outcome};
use crate::survivors;

/// The exit code of a program: 0 if all survivors are listed, 1 if not, 2 on errors.
#[must_use]
pub fn exit_code(result: anyhow::Result<bool>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Writes the results as JSON, and prints a table by group and how they differ from the list of survivors. Returns
/// whether they do not. A sample does not show which of the listed survivors are detected now.
///
/// # Errors
/// When a file cannot be read or written.
pub fn report<'m>(
    mutants: &'m [MutantResult],
    group: fn(&'m MutantResult) -> &'m str,
    json: Option<&Path>,
    known: &Path,
    is_sample: bool,
) -> anyhow::Result<bool> {
    if let Some(file) = json {
        fs::write(file, serde_json::to_string_pretty(mutants)?)?;
    }
    print!("{}", render(mutants.iter().map(|mutant| (group(mutant), mutant.record.outcome))));
    let known = survivors::read(known)?;
    let outcomes = mutants.iter().map(|mutant| (mutant.id.clone(), mutant.record.outcome));
    let compare = if is_sample { survivors::unlisted } else { survivors::compare };
    let problems = compare(&known, &outcomes.collect());
    problems.iter().for_each(|problem| println!("{problem}"));
    Ok(problems.is_empty())
}

/// The number of mutants with each outcome, by group and in all.
fn render<'a>(mutants: impl IntoIterator<Item = (&'a str, Outcome)>) -> String {
    let mut groups: BTreeMap<&str, BTreeMap<Outcome, usize>> = BTreeMap::new();
    let mut all: BTreeMap<Outcome, usize> = BTreeMap::new();
    for (group, outcome) in mutants {
        *groups.entry(group).or_default().entry(outcome).or_default() += 1;
        *all.entry(outcome).or_default() += 1;
    }
    let width = groups.keys().map(|group| group.len()).max().unwrap_or_default().max(5);
    let mut text = format!("{:width$}", "");
    for outcome in Outcome::value_variants() {
        let _ = write!(text, "  {}", outcome.name());
    }
    text.push('\n');
    for (group, counts) in
        groups.iter().map(|(group, counts)| (*group, counts)).chain([("total", &all)])
    {
        let _ = write!(text, "{group:width$}");
        for outcome in Outcome::value_variants() {
            let count = counts.get(outcome).copied().unwrap_or_default();
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
