//! The file for `cargo xtask strength --source`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use mutation::strength::{Outcome, StrengthEntry};
use mutation::suite_run::{SuiteReport, reported_clauses};

use super::entries::SourceEntry;
use super::runs::SourceRun;

pub fn write(folder: &Path, runs: &[SourceRun]) {
    let mutants = runs.iter().filter_map(SourceRun::mutant);
    let results: BTreeMap<_, _> =
        mutants.map(|(mutant, report)| (&mutant.name.value, result(mutant, report))).collect();
    fs::write(folder.join("results.json"), serde_json::to_string(&results).unwrap()).unwrap();
}

fn result(mutant: &SourceEntry, report: &SuiteReport) -> StrengthEntry {
    let reported = reported_clauses(&report.verdicts);
    StrengthEntry {
        about: mutant.breaks.iter().cloned().collect(),
        outcome: if reported.is_empty() { Outcome::Survived } else { Outcome::Killed },
        reported: reported.into_iter().collect(),
        ..StrengthEntry::default()
    }
}
