//! The report of cargo-gamma, joined with the records of its test.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::outcome::{MutantRecord, Outcome};

/// A mutant and what the suite shows of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RustMutant {
    /// Id of cargo-gamma, which does not depend on lines.
    pub id: String,
    /// File below the sources of the reference.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Change and mutator.
    pub change: String,
    /// The record of its run.
    #[serde(flatten)]
    pub record: MutantRecord,
}

/// The parts of a report that are used.
#[derive(Deserialize)]
struct Report {
    files: BTreeMap<String, ReportFile>,
}

#[derive(Deserialize)]
struct ReportFile {
    mutants: Vec<ReportMutant>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReportMutant {
    id: String,
    mutator_name: String,
    location: Location,
    status: String,
    #[serde(default)]
    description: String,
    status_reason: Option<String>,
}

#[derive(Deserialize)]
struct Location {
    start: Position,
}

#[derive(Deserialize)]
struct Position {
    line: usize,
}

/// Reads a report and the records in a folder. Leaves out mutants that do not compile or were not run.
///
/// # Errors
/// When a file cannot be read, or a record contradicts the report.
pub fn read(report: &Path, records: &Path) -> anyhow::Result<Vec<RustMutant>> {
    let text = fs::read_to_string(report).with_context(|| report.display().to_string())?;
    let report: Report = serde_json::from_str(&text)?;
    let all = report
        .files
        .iter()
        .flat_map(|(file, found)| found.mutants.iter().map(move |mutant| (file.as_str(), mutant)));
    // cargo-gamma selects mutants by their number among those that are built.
    let built = all.filter(|(_, mutant)| mutant.status != "Ignored");
    let mut mutants = Vec::new();
    for (number, (file, mutant)) in (1..).zip(built) {
        if ["Killed", "Survived", "Timeout"].contains(&mutant.status.as_str()) {
            let record = record(&records.join(format!("{number}.json")), mutant)?;
            mutants.push(rust_mutant(file, mutant, record));
        }
    }
    Ok(mutants)
}

fn rust_mutant(file: &str, mutant: &ReportMutant, record: MutantRecord) -> RustMutant {
    let ReportMutant { id, mutator_name, location, description, .. } = mutant;
    RustMutant {
        id: id.clone(),
        file: file.strip_prefix("reference/src/").unwrap_or(file).to_owned(),
        line: location.start.line,
        change: format!("{description} [{mutator_name}]"),
        record,
    }
}

/// The record of a mutant. A run without one crashed the process or did not end.
fn record(path: &Path, mutant: &ReportMutant) -> anyhow::Result<MutantRecord> {
    let Ok(text) = fs::read_to_string(path) else {
        let reason = mutant.status_reason.clone().unwrap_or_else(|| mutant.status.clone());
        let (outcome, clauses) = (Outcome::Crashed, Vec::new());
        return Ok(MutantRecord { outcome, clauses, differences: vec![reason] });
    };
    let record: MutantRecord = serde_json::from_str(&text)?;
    if record.outcome.is_detected() != (mutant.status == "Killed") {
        let (outcome, status, path) = (record.outcome.name(), &mutant.status, path.display());
        bail!("{path} says `{outcome}` of a mutant that cargo-gamma reports as {status}");
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = r#"{ "files": { "reference/src/a.rs": { "mutants": [
        { "id": "1a", "mutatorName": "m", "location": { "start": { "line": 3 } },
          "status": "Ignored", "description": "replace a with b" },
        { "id": "1b", "mutatorName": "m", "location": { "start": { "line": 4 } },
          "status": "Survived", "description": "replace c with d" },
        { "id": "1c", "mutatorName": "m", "location": { "start": { "line": 5 } },
          "status": "CompileError", "description": "replace e with f" },
        { "id": "1d", "mutatorName": "m", "location": { "start": { "line": 6 } },
          "status": "Killed", "description": "replace g with h", "statusReason": "aborted" }
    ] } } }"#;

    #[test]
    fn mutants_are_joined_with_their_records() {
        let folder = tempfile::tempdir().unwrap();
        let report = folder.path().join("report.json");
        fs::write(&report, REPORT).unwrap();
        fs::write(folder.path().join("1.json"), r#"{"outcome":"gap_only"}"#).unwrap();
        let found = read(&report, folder.path()).unwrap();
        let summary: Vec<_> = found
            .iter()
            .map(|mutant| (mutant.id.as_str(), mutant.record.outcome, mutant.change.as_str()))
            .collect();
        let expected = [
            ("1b", Outcome::GapOnly, "replace c with d [m]"),
            ("1d", Outcome::Crashed, "replace g with h [m]"),
        ];
        assert_eq!(summary, expected);
        assert_eq!(found[1].record.differences, ["aborted"]);

        fs::write(folder.path().join("1.json"), r#"{"outcome":"killed"}"#).unwrap();
        let error = read(&report, folder.path()).unwrap_err().to_string();
        assert!(error.contains("says `killed`"), "{error}");
    }
}
