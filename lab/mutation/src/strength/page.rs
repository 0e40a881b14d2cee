//! `docs/STRENGTH.md`: the numbers of mutants for each clause.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use spec::{Clause, Evidence};

use super::machine::SERVICE;
use super::{Outcome, Source, Strength, StrengthEntry, digest};

/// The generated page, below the root of the project.
pub const PAGE: &str = "docs/STRENGTH.md";

const SOURCES: [(Source, &str); 4] = [
    (Source::Contract, "contract"),
    (Source::Source, "source"),
    (Source::Rust, "Rust"),
    (Source::Sql, "SQL"),
];

const HEAD: &str = "\
# Strength

The mutants that the conformance suite reports, by clause. Made by `cargo xtask strength`; do not edit.

- **contract**: a server that breaks one clause, derived from the contract (`lab/mutation/src/mutant`).
- **source**: a hand-written edit of the reference that breaks clauses
  (`lab/mutation/source-mutants`).
- **Rust**, **SQL**: machine-made edits of the reference's code and statements (`lab/machine`). They
  count for the clauses of each operation whose responses or source file they change.

*Incomplete*: the suite reports no clause, but the run does not conform: not all clauses are held, or
data is left. Such a server is not certified. *Crashed*: the server does not start, or no request to it
succeeds.

In the table by clause, the four numbers are the mutants that were killed by the clause itself,
killed by other clauses only, not killed, and unreached: no response depends on the mutation. Crashed
mutants, and those that differ only where the contract is silent, are in the first table alone. A clause
without numbers is newer than the run.

SHA-256 of the results, which `cargo xtask strength --matrix` reads:
";

const TOTALS: &str = "
## All mutants

| source | mutants | killed | crashed | incomplete | survived | only in gaps | unreached |
| --- | --- | --- | --- | --- | --- | --- | --- |
";

const BY_CLAUSE: &str = "
## By clause

| clause | contract | source | Rust | SQL |
| --- | --- | --- | --- | --- |
";

/// The numbers on the page.
pub struct Numbers {
    /// Digest of the results.
    digest: String,
    /// The rows of the first table.
    totals: Vec<String>,
    /// The cells of each clause, by its id.
    cells: BTreeMap<String, String>,
}

impl Numbers {
    /// The numbers of results.
    ///
    /// # Errors
    /// When a source has no results.
    pub fn of(strength: &Strength, clauses: &[Clause]) -> anyhow::Result<Self> {
        for (source, name) in SOURCES {
            let has_results = strength.sources.contains_key(&source);
            anyhow::ensure!(has_results, "the results have none of {name} mutants; run them first");
        }
        let totals = SOURCES.map(|(source, name)| totals(entries(strength, source), name));
        let cells = clauses.iter().map(|clause| {
            let cells = SOURCES.map(|(source, _)| match tally(entries(strength, source), clause) {
                [0, 0, 0, 0] => String::new(),
                counts => counts.map(|count| count.to_string()).join(" "),
            });
            (clause.id.clone(), cells.join(" | "))
        });
        let digest = digest(&strength.render()?);
        Ok(Self { digest, totals: totals.into(), cells: cells.collect() })
    }

    /// The numbers of a page; `None` if it is not one.
    pub fn parse(page: &str) -> Option<Self> {
        let (head, tables) = page.split_once(TOTALS)?;
        let (totals, cells) = tables.split_once(BY_CLAUSE)?;
        let cells = cells.lines().map(|line| {
            let (id, cells) = line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | ")?;
            Some((id.to_owned(), cells.to_owned()))
        });
        Some(Self {
            digest: head.lines().last()?.trim_matches('`').to_owned(),
            totals: totals.lines().map(str::to_owned).collect(),
            cells: cells.collect::<Option<_>>()?,
        })
    }

    /// Renders the page. A clause that has no numbers gets empty cells.
    pub fn render(&self, clauses: &[Clause]) -> String {
        let Self { digest, totals, cells } = self;
        let mut page = format!("{HEAD}`{digest}`\n{TOTALS}{}\n{BY_CLAUSE}", totals.join("\n"));
        for clause in clauses.iter().filter(|clause| clause.testable()) {
            let cells = cells.get(&clause.id).map_or(" |  |  | ", String::as_str);
            let _ = writeln!(page, "| `{}` | {cells} |", clause.id);
        }
        page
    }

    /// The stated clauses whose mutants were run and not killed by them.
    pub fn unproven<'c>(&self, clauses: &'c [Clause]) -> Vec<&'c str> {
        let is_unproven = |id| self.cells.get(id).is_some_and(|cells| cells.starts_with("0 "));
        let stated = clauses.iter().filter(|clause| clause.evidence == Evidence::Stated);
        stated.map(|clause| clause.id.as_str()).filter(|id| is_unproven(*id)).collect()
    }
}

/// The row of a source: the number of its mutants, and those with each outcome.
fn totals<'e>(entries: impl Iterator<Item = &'e StrengthEntry> + Clone, name: &str) -> String {
    let count = |outcome| entries.clone().filter(|entry| entry.outcome == outcome).count();
    let counts = [
        Outcome::Killed,
        Outcome::Crashed,
        Outcome::Incomplete,
        Outcome::Survived,
        Outcome::GapOnly,
        Outcome::Unreached,
    ]
    .map(|outcome| count(outcome).to_string());
    format!("| {name} | {} | {} |", entries.clone().count(), counts.join(" | "))
}

fn entries(strength: &Strength, source: Source) -> impl Iterator<Item = &StrengthEntry> + Clone {
    strength.sources.get(&source).into_iter().flat_map(|entries| entries.values())
}

/// The numbers of mutants of a clause: killed by it, killed by others, survived, unreached.
fn tally<'e>(entries: impl Iterator<Item = &'e StrengthEntry>, clause: &Clause) -> [usize; 4] {
    let operation = clause.operation.as_deref().unwrap_or(SERVICE);
    let mut tally = [0; 4];
    for entry in entries {
        if !entry.about.contains(&clause.id) && !entry.about.contains(operation) {
            continue;
        }
        let column = match entry.outcome {
            Outcome::Killed if entry.reported.contains(&clause.id) => 0,
            Outcome::Killed => 1,
            Outcome::Incomplete | Outcome::Survived => 2,
            Outcome::Unreached => 3,
            Outcome::Crashed | Outcome::GapOnly => continue,
        };
        tally[column] += 1;
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::contract;

    /// Results in which one clause kills its mutant, and another does not.
    const RESULTS: &str = r#"{
        "contract": {
            "add_book.accepted/a": {
                "about": ["add_book.accepted"], "outcome": "killed", "reported": ["add_book.accepted"]
            },
            "add_book.creates/b": { "about": ["add_book.creates"], "outcome": "survived" }
        },
        "source": {}, "rust": {}, "sql": {}
    }"#;

    #[test]
    fn numbers_are_kept_when_clauses_are_added_and_removed() {
        let clauses = contract().clauses();
        let strength: Strength = serde_json::from_str(RESULTS).unwrap();
        let numbers = Numbers::of(&strength, &clauses).unwrap();
        assert_eq!(numbers.unproven(&clauses), ["add_book.creates"]);
        let page = numbers.render(&clauses);
        assert!(page.contains("| contract | 2 | 1 | 0 | 0 | 1 | 0 | 0 |\n"), "{page}");
        let row = "| `add_book.accepted` | 1 0 0 0 |  |  |  |\n";
        assert!(page.contains(row), "{page}");
        assert_eq!(Numbers::parse(&page).unwrap().render(&clauses), page);
        let without = page.replace(row, "");
        let added = Numbers::parse(&without).unwrap().render(&clauses);
        assert_eq!(added, page.replace("1 0 0 0", ""));
        let is_kept = |clause: &&Clause| clause.id != "add_book.accepted";
        let kept: Vec<_> = clauses.iter().filter(is_kept).cloned().collect();
        assert_eq!(numbers.render(&kept), without);
    }

    #[test]
    fn results_of_all_sources_are_needed() {
        let strength: Strength = serde_json::from_str(r#"{ "contract": {}, "rust": {} }"#).unwrap();
        let error = Numbers::of(&strength, &[]).err().unwrap().to_string();
        assert_eq!(error, "the results have none of source mutants; run them first");
    }
}
