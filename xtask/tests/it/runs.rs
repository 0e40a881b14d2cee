//! Runs of the suite, and their reports.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

use crate::servers::binary;

/// The flag with the file that seeding wrote.
pub const TARGET: [&str; 2] = ["--target", "target.yaml"];

pub fn output_text(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{}\n{}", text(&output.stdout), text(&output.stderr))
}

/// A run in a folder, with a report and a state folder of these names, independent of the caller's environment.
pub fn suite(folder: &Path, report: &str, state: &str) -> Command {
    let mut run = Command::new(binary("referral-conformance"));
    run.args(["run", "--state-dir", state, "--report", &format!("json={report}")]);
    run.current_dir(folder).env_remove("REFERRAL_API_KEY").env_remove("COLUMNS");
    run.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    run
}

/// The report of a run with these flags.
pub fn run(folder: &Path, flags: &[&str]) -> Report {
    let output = suite(folder, "report.json", "state").args(flags).output().unwrap();
    Report::of(folder, "report.json", &output)
}

pub struct Report {
    pub code: Option<i32>,
    /// Verdict of each clause, with its reason.
    pub verdicts: BTreeMap<String, String>,
    pub human: String,
    pub json: Value,
}

impl Report {
    /// Reads the report of a run that is over. The verdicts of all clauses add up to all clauses.
    pub fn of(folder: &Path, name: &str, output: &Output) -> Self {
        let human = output_text(output);
        let report = std::fs::read(folder.join(name));
        let report = report.unwrap_or_else(|error| panic!("{error}: {human}"));
        let json: Value = serde_json::from_slice(&report).unwrap();
        let code = output.status.code();
        assert_eq!(json["exit_code"].as_i64(), code.map(i64::from), "{human}");
        let mut verdicts = BTreeMap::new();
        let mut counted = BTreeMap::<String, u64>::new();
        for clause in json["clauses"].as_array().unwrap() {
            let word = |name: &str| clause[name].as_str().unwrap_or_default().to_owned();
            let (id, verdict) = (word("id"), word("verdict"));
            *counted.entry(verdict.clone()).or_default() += 1;
            let verdict = format!("{verdict} {}", word("reason"));
            let twice = verdicts.insert(id.clone(), verdict.trim().to_owned());
            assert_eq!(twice, None, "{id} has two verdicts");
        }
        let counts = json["summary"].as_object().unwrap().iter();
        let counts = counts.map(|(name, count)| (name.clone(), count.as_u64().unwrap()));
        let counts: BTreeMap<_, _> = counts.filter(|(_, count)| *count > 0).collect();
        assert_eq!(counts, counted, "the summary counts the verdicts");
        let judged: BTreeSet<_> = verdicts.keys().cloned().collect();
        assert_eq!(&judged, clauses(), "the verdicts are those of all clauses");
        Self { code, verdicts, human, json }
    }

    /// Clauses with a verdict.
    pub fn with(&self, verdict: &str) -> Vec<&str> {
        let all = self.verdicts.iter();
        let with = all.filter(|(_, result)| result.split(' ').next() == Some(verdict));
        with.map(|(id, _)| id.as_str()).collect()
    }

    pub fn assert_none(&self, verdict: &str) {
        assert_eq!(self.with(verdict), [""; 0], "{}", self.human);
    }

    pub fn assert_code(&self, codes: &[i32]) {
        assert!(self.code.is_some_and(|code| codes.contains(&code)), "{}", self.human);
    }
}

/// The ids of all clauses.
fn clauses() -> &'static BTreeSet<String> {
    static CLAUSES: OnceLock<BTreeSet<String>> = OnceLock::new();
    CLAUSES.get_or_init(|| {
        let mut list = Command::new(binary("referral-conformance"));
        let listed = list.args(["clauses", "--format", "json"]).output().unwrap();
        let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
        let clauses = listed["clauses"].as_array().unwrap().iter();
        clauses.map(|clause| clause["id"].as_str().unwrap().to_owned()).collect()
    })
}
