//! The strength of the suite: what it reports of the mutants of all sources, in a file.
//!
//! `cargo xtask mutants` compares its results with those in the file, and [`page`] has the numbers for each clause.

pub mod machine;
pub mod page;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::Context;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::matrix::{KillMatrix, LostGuard};
use crate::mutant::Mutant;
use crate::mutant_result::{MutantResult, MutantStatus};

/// The file, below the root of the project, unless another one is given.
pub const FILE: &str = "target/strength.json";

/// What the suite reports of the mutants of each source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strength {
    /// The mutants of each source, by id.
    #[serde(flatten)]
    pub sources: BTreeMap<Source, BTreeMap<String, StrengthEntry>>,
}

/// Where mutants come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// Derived from the clauses of the contract.
    Contract,
    /// Hand-written edits of the reference's sources.
    Source,
    /// Machine-made edits of the reference's Rust code.
    Rust,
    /// Machine-made edits of the reference's SQL statements.
    Sql,
}

/// What the suite reports of one mutant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrengthEntry {
    /// The clauses that it breaks. Of a machine-made mutant, the operations whose responses or code it changes.
    pub about: BTreeSet<String>,
    /// The outcome.
    pub outcome: Outcome,
    /// The clauses that the suite reports. Of a mutant of the contract that its own clause kills, that one alone.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub reported: BTreeSet<String>,
    /// Of a mutant of the contract: what reports its clause in a run of standard depth; hand-written scenarios only if they
    /// do so at quick depth, too.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub guards: BTreeSet<String>,
}

/// The outcome of a mutant, in the order of reports.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize, Deserialize,
)]
#[value(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The suite reports a clause as violated or deviating.
    Killed,
    /// The server does not start or no request to it succeeds, or the run does not end in time.
    Crashed,
    /// All responses are those of the unmutated reference: no request of the suite depends on the mutated code.
    Unreached,
    /// Responses differ, but only where the contract is silent.
    GapOnly,
    /// The suite reports no clause, but the run does not conform: not all clauses are held, or data is left.
    Incomplete,
    /// The suite reports no clause, and the run conforms.
    #[default]
    Survived,
}

impl Outcome {
    /// The name used in reports.
    #[must_use]
    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Whether the suite reports no clause although responses differ where the contract states something.
    #[must_use]
    pub fn is_survival(self) -> bool {
        matches!(self, Self::Incomplete | Self::Survived)
    }

    /// Whether the suite reports the mutant.
    #[must_use]
    pub fn is_detected(self) -> bool {
        matches!(self, Self::Killed | Self::Crashed)
    }
}

impl Strength {
    /// Reads the file.
    ///
    /// # Errors
    /// When it cannot be read or is invalid.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = || {
            format!(
                "cannot read results of mutants in `{}`; `cargo xtask mutants --update` writes them",
                path.display()
            )
        };
        serde_json::from_str(&fs::read_to_string(path).with_context(name)?).with_context(name)
    }

    /// Writes the file and its folder.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        let name = || format!("cannot write `{}`", path.display());
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(name)?;
        }
        fs::write(path, self.render()?).with_context(name)
    }

    /// Replaces or adds the results of mutants of the contract. With `all`, mutants without a result are dropped.
    pub fn update_contract(&mut self, matrix: &KillMatrix, all: bool) {
        let entries = self.sources.entry(Source::Contract).or_default();
        if all {
            entries.clear();
        }
        entries.extend(matrix.rows.iter().map(|row| (row.0.id.clone(), StrengthEntry::from(row))));
    }

    /// Drops the guards that the runs of this matrix have and that do not report their mutant in it.
    pub fn retain_guards(&mut self, matrix: &KillMatrix, runs: impl Fn(&str) -> bool) {
        let entries = self.sources.entry(Source::Contract).or_default();
        for (mutant, result) in &matrix.rows {
            let now = &result.guards;
            if let Some(entry) = entries.get_mut(&mutant.id) {
                entry.guards.retain(|guard| !runs(guard) || now.contains(guard));
            }
        }
    }

    /// Replaces the results of source mutants.
    ///
    /// # Errors
    /// When the text is invalid.
    pub fn update_source(&mut self, json: &str) -> serde_json::Result<()> {
        self.sources.insert(Source::Source, serde_json::from_str(json)?);
        Ok(())
    }

    /// The guards that mutants of the contract have here and not in the matrix.
    pub fn lost_guards(&self, matrix: &KillMatrix, runs: impl Fn(&str) -> bool) -> Vec<LostGuard> {
        let entries = self.sources.get(&Source::Contract);
        let rows = matrix.rows.iter();
        rows.flat_map(|(mutant, result)| {
            let entry = entries.and_then(|entries| entries.get(&mutant.id));
            let now = &result.guards;
            let lost = entry.into_iter().flat_map(|entry| &entry.guards);
            lost.filter(|guard| runs(guard) && !now.contains(*guard))
                .map(|guard| LostGuard {
                    clause: mutant.clause.id.clone(),
                    mutant: mutant.id.clone(),
                    guard: guard.clone(),
                })
                .collect::<Vec<_>>()
        })
        .collect()
    }

    /// The text of the file: one line for each mutant.
    pub fn render(&self) -> serde_json::Result<String> {
        let sources: Vec<_> = self
            .sources
            .iter()
            .map(|(source, entries)| {
                let lines: Vec<_> = entries
                    .iter()
                    .map(|(id, entry)| {
                        let (id, entry) =
                            (serde_json::to_string(id)?, serde_json::to_string(entry)?);
                        Ok(format!("{id}: {entry}"))
                    })
                    .collect::<serde_json::Result<_>>()?;
                Ok(format!("{}: {{\n{}\n}}", serde_json::to_string(source)?, lines.join(",\n")))
            })
            .collect::<serde_json::Result<_>>()?;
        Ok(format!("{{\n{}\n}}\n", sources.join(",\n")))
    }
}

/// The SHA-256 digest of the text of a file, in hexadecimal.
pub(crate) fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl From<&(Mutant, MutantResult)> for StrengthEntry {
    fn from((mutant, result): &(Mutant, MutantResult)) -> Self {
        let own = mutant.clause.id.clone();
        let (outcome, reported) = match result.status {
            MutantStatus::Killed => (Outcome::Killed, [own.clone()].into()),
            MutantStatus::KilledByAnother => {
                (Outcome::Killed, result.other_violations.iter().cloned().collect())
            }
            MutantStatus::Survived | MutantStatus::Excused => (Outcome::Survived, BTreeSet::new()),
            MutantStatus::Dead => (Outcome::Unreached, BTreeSet::new()),
            MutantStatus::Invalid(_) => (Outcome::Crashed, BTreeSet::new()),
        };
        Self { about: [own].into(), outcome, reported, guards: result.guards.clone() }
    }
}
