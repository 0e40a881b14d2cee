//! Files for `cargo xtask strength --source` and `cargo xtask mutants --expectations --evidence`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use mutation::evidence::Evidence;
use mutation::strength::{Outcome, StrengthEntry};
use mutation::suite_run::{SuiteReport, reported_clauses};
use referral_conformance::suite::Suite;

use super::entries::SourceEntry;
use super::runs::SourceRun;

pub fn write(folder: &Path, suite: &Suite, runs: &[SourceRun]) {
    let mutants = || runs.iter().filter_map(SourceRun::mutant);
    let results: BTreeMap<_, _> =
        mutants().map(|(mutant, report)| (&mutant.name.value, result(mutant, report))).collect();
    let evidence: Vec<_> = mutants()
        .flat_map(|(mutant, report)| mutant.breaks.iter().map(move |clause| (clause, report)))
        .map(|(clause, report)| {
            Evidence::new(suite, report, clause).with_needed(suite, report, clause)
        })
        .collect();
    fs::write(folder.join("results.json"), serde_json::to_string(&results).unwrap()).unwrap();
    fs::write(folder.join("evidence.json"), serde_json::to_string(&evidence).unwrap()).unwrap();
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
