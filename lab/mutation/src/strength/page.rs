//! `docs/STRENGTH.md`: the numbers of mutants for each clause.

use std::fmt::Write as _;

use spec::Clause;

use super::machine::SERVICE;
use super::{FILE, Outcome, Source, Strength, StrengthEntry, digest};

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

- **contract**: a server that breaks one clause, derived from the contract (`mutation/src/mutant`).
- **source**: a hand-written edit of the reference that breaks clauses (`mutation/source-mutants`).
- **Rust**, **SQL**: machine-made edits of the reference's code and statements (`mutation/machine`). They
  count for the clauses of each operation whose responses or source file they change.

*Incomplete*: the suite reports no clause, but the run does not conform: not all clauses are held, or
data is left. Such a server is not certified. *Crashed*: the server does not start, or no request to it
succeeds.

In the table by clause, the four numbers are the mutants that were killed by the clause itself,
killed by other clauses only, not killed, and unreached: no response depends on the mutation. Crashed
mutants, and those that differ only where the contract is silent, are in the first table alone.
";

/// Renders the page.
pub fn render(strength: &Strength, clauses: &[Clause], file: &str) -> String {
    let mut page =
        format!("{HEAD}\nSHA-256 of `{FILE}`:\n`{}`\n\n## All mutants\n\n", digest(file));
    page.push_str(
        "| source | mutants | killed | crashed | incomplete | survived | only in gaps | unreached |\n",
    );
    page.push_str("| --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (source, name) in SOURCES {
        let entries = entries(strength, source);
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
        let _ = writeln!(page, "| {name} | {} | {} |", entries.clone().count(), counts.join(" | "));
    }
    page.push_str("\n## By clause\n\n| clause | contract | source | Rust | SQL |\n");
    page.push_str("| --- | --- | --- | --- | --- |\n");
    for clause in clauses.iter().filter(|clause| clause.testable()) {
        let cells = SOURCES.map(|(source, _)| match tally(entries(strength, source), clause) {
            [0, 0, 0, 0] => String::new(),
            counts => counts.map(|count| count.to_string()).join(" "),
        });
        let _ = writeln!(page, "| `{}` | {} |", clause.id, cells.join(" | "));
    }
    page
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
