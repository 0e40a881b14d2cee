//! The report of cargo-gamma, joined with the records of its test.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::outcome::{MutantRecord, MutantResult, Outcome, Source};

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

/// The parts of a session that are used: the number with which cargo-gamma selects each mutant.
#[derive(Deserialize)]
struct Session {
    plan: Plan,
}

#[derive(Deserialize)]
struct Plan {
    mutants: Vec<PlannedMutant>,
}

#[derive(Deserialize)]
struct PlannedMutant {
    id: String,
    ordinal: u32,
    item_path: String,
}

/// The files of a run of cargo-gamma.
#[derive(Clone, Debug)]
pub struct GammaRun {
    /// Its report.
    pub report: PathBuf,
    /// The session in its cache, from which it would resume an interrupted run.
    pub session: PathBuf,
    /// The folder of the records.
    pub records: PathBuf,
}

/// Reads a report and the records in a folder. Leaves out mutants that do not compile or were not run.
///
/// # Errors
/// When a file cannot be read, or a record contradicts the report.
pub fn read(run: &GammaRun) -> anyhow::Result<Vec<MutantResult>> {
    let report: Report = read_json(&run.report)?;
    let session: Session = read_json(&run.session)?;
    let planned: BTreeMap<_, _> =
        session.plan.mutants.into_iter().map(|mutant| (mutant.id.clone(), mutant)).collect();
    let mut mutants = Vec::new();
    for (file, found) in report.files {
        for mutant in found.mutants {
            let planned = planned.get(&mutant.id).context("the session is of another run")?;
            let path = run.records.join(format!("{}.json", planned.ordinal));
            if let Some(record) = record(&path, &mutant)? {
                mutants.push(result(&file, mutant, planned, record));
            }
        }
    }
    Ok(mutants)
}

fn read_json<T: DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let name = || path.display().to_string();
    let text = fs::read_to_string(path).with_context(name)?;
    serde_json::from_str(&text).with_context(name)
}

fn result(
    file: &str,
    mutant: ReportMutant,
    planned: &PlannedMutant,
    record: MutantRecord,
) -> MutantResult {
    MutantResult {
        id: mutant.id,
        source: Source::Rust,
        operator: mutant.mutator_name,
        place: file.strip_prefix("reference/src/").unwrap_or(file).to_owned(),
        line: Some(mutant.location.start.line),
        function: Some(planned.item_path.clone()),
        change: mutant.description,
        record,
    }
}

/// The record of a mutant; `None` if it was not run. A run without a record crashed the process or did not end.
fn record(path: &Path, mutant: &ReportMutant) -> anyhow::Result<Option<MutantRecord>> {
    let without_record =
        |outcome, differences| Ok(Some(MutantRecord::unreported(outcome, differences)));
    match mutant.status.as_str() {
        "NoCoverage" => return without_record(Outcome::Unreached, Vec::new()),
        "Killed" | "Survived" | "Timeout" => {}
        _ => return Ok(None),
    }
    if mutant.status == "Timeout" || !path.exists() {
        let reason = mutant.status_reason.clone().unwrap_or_else(|| mutant.status.clone());
        return without_record(Outcome::Crashed, vec![reason]);
    }
    let record: MutantRecord = read_json(path)?;
    if record.outcome.is_detected() != (mutant.status == "Killed") {
        let (outcome, status, path) = (record.outcome.name(), &mutant.status, path.display());
        bail!("{path} says `{outcome}` of a mutant that cargo-gamma reports as {status}");
    }
    Ok(Some(record))
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
          "status": "Killed", "description": "replace g with h", "statusReason": "aborted" },
        { "id": "1e", "mutatorName": "m", "location": { "start": { "line": 7 } },
          "status": "NoCoverage", "description": "replace i with j" }
    ] } } }"#;

    const SESSION: &str = r#"{ "plan": { "mutants": [
        { "id": "1a", "ordinal": 0, "item_path": "a" }, { "id": "1b", "ordinal": 1, "item_path": "b" },
        { "id": "1c", "ordinal": 2, "item_path": "c" }, { "id": "1d", "ordinal": 3, "item_path": "d" },
        { "id": "1e", "ordinal": 4, "item_path": "e" }
    ] } }"#;

    #[test]
    fn mutants_are_joined_with_their_records() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("report.json"), REPORT).unwrap();
        fs::write(path("session.json"), SESSION).unwrap();
        fs::write(path("1.json"), r#"{"outcome":"gap_only"}"#).unwrap();
        let run = GammaRun {
            report: path("report.json"),
            session: path("session.json"),
            records: folder.path().to_owned(),
        };
        let found = read(&run).unwrap();
        let summary: Vec<_> = found
            .iter()
            .map(|mutant| {
                let function = mutant.function.as_deref().unwrap();
                (function, mutant.record.outcome, mutant.change.as_str())
            })
            .collect();
        let expected = [
            ("b", Outcome::GapOnly, "replace c with d"),
            ("d", Outcome::Crashed, "replace g with h"),
            ("e", Outcome::Unreached, "replace i with j"),
        ];
        assert_eq!(summary, expected);
        assert_eq!(found[1].record.differences, ["aborted"]);

        fs::write(path("1.json"), r#"{"outcome":"killed"}"#).unwrap();
        let error = read(&run).unwrap_err().to_string();
        assert!(error.contains("says `killed`"), "{error}");
    }
}
