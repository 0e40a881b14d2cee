//! Starts the binaries and reads the report of a run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

use crate::cargo::build;

/// A binary of this build.
pub fn binary(name: &str) -> PathBuf {
    static BUILT: OnceLock<()> = OnceLock::new();
    BUILT.get_or_init(|| {
        build(&["referral-conformance", "referral-reference", "three-operations"]).unwrap();
    });
    Path::new(env!("CARGO_BIN_EXE_xtask"))
        .with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

pub fn output_text(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{}\n{}", text(&output.stdout), text(&output.stderr))
}

/// Writes `target.yaml` of the demo data into a folder, for a server at this address.
pub fn seed(folder: &Path, base_url: &str) {
    seed_for(folder, base_url, 1);
}

/// The same, with enough fixtures for several runs.
fn seed_for(folder: &Path, base_url: &str, runs: u32) {
    let database = format!("sqlite://{}", folder.join("reference.db").display());
    let mut seed = Command::new(binary("referral-reference"));
    seed.args([
        "seed",
        "demo",
        "--database",
        &database,
        "--base-url",
        base_url,
        "--runs",
        &runs.to_string(),
    ]);
    let seeded = seed.arg("--target-out").arg(folder.join("target.yaml")).output();
    let seeded = seeded.unwrap();
    assert!(seeded.status.success(), "{}", output_text(&seeded));
}

/// The suite with the target file of a folder, independent of the caller's environment.
pub fn suite(folder: &Path, report: &str) -> Command {
    suite_of(folder, report, "state")
}

/// The same with a state folder of this name.
pub fn suite_of(folder: &Path, report: &str, state: &str) -> Command {
    let mut run = bare(folder, report, state);
    run.arg("--target").arg(folder.join("target.yaml"));
    run
}

/// The suite without a target file.
pub fn run_at(folder: &Path, base_url: &str, report: &str) -> Command {
    let mut run = bare(folder, report, "state");
    run.args(["--base-url", base_url]);
    run
}

fn bare(folder: &Path, report: &str, state: &str) -> Command {
    let mut run = Command::new(binary("referral-conformance"));
    let json = format!("json={}", folder.join(report).display());
    run.arg("run").arg("--state-dir").arg(folder.join(state));
    run.args(["--report", &json]).current_dir(folder);
    run.env_remove("REFERRAL_API_KEY").env_remove("COLUMNS").stdin(Stdio::null());
    run.stdout(Stdio::piped()).stderr(Stdio::piped());
    run
}

/// A server that runs until this is dropped.
pub struct ServerProcess(pub Child);

/// A reference that runs until this is dropped.
pub struct Reference {
    _server: ServerProcess,
    pub base_url: String,
}

impl Reference {
    /// Starts it with a database in the folder of the target file.
    pub fn start(folder: &Path) -> Self {
        Self::for_runs(folder, 1)
    }

    /// The same, with enough fixtures for several runs.
    pub fn for_runs(folder: &Path, runs: u32) -> Self {
        let database = format!("sqlite://{}", folder.join("reference.db").display());
        let mut serve = Command::new(binary("referral-reference"));
        serve.args(["serve", "--listen", "127.0.0.1:0", "--database", &database]);
        let mut child = serve.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        let mut told = std::io::BufReader::new(child.stdout.take().unwrap());
        std::io::BufRead::read_line(&mut told, &mut line).unwrap();
        let base_url = line.trim().strip_prefix("listening on ").unwrap();
        let reference = Self { base_url: base_url.to_owned(), _server: ServerProcess(child) };
        seed_for(folder, base_url, runs);
        reference
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub struct Report {
    pub code: Option<i32>,
    /// Verdict of each clause, with its reason.
    pub verdicts: BTreeMap<String, String>,
    pub human: String,
}

impl Report {
    /// Reads the report of a run that is over. The verdicts of all clauses add up to all clauses.
    pub fn of(folder: &Path, name: &str, output: &Output) -> Self {
        let human = output_text(output);
        let report = std::fs::read(folder.join(name));
        let report = report.unwrap_or_else(|error| panic!("{error}: {human}"));
        let report: Value = serde_json::from_slice(&report).unwrap();
        let code = output.status.code();
        assert_eq!(report["exit_code"].as_i64(), code.map(i64::from), "{human}");
        let mut verdicts = BTreeMap::new();
        let mut counted = BTreeMap::<String, u64>::new();
        for clause in report["clauses"].as_array().unwrap() {
            let word = |name: &str| clause[name].as_str().unwrap_or_default().to_owned();
            let (id, verdict) = (word("id"), word("verdict"));
            *counted.entry(verdict.clone()).or_default() += 1;
            let verdict = format!("{verdict} {}", word("reason"));
            let twice = verdicts.insert(id.clone(), verdict.trim().to_owned());
            assert_eq!(twice, None, "{id} has two verdicts");
        }
        let counts = report["summary"].as_object().unwrap().iter();
        let counts = counts.map(|(name, count)| (name.clone(), count.as_u64().unwrap()));
        let counts: BTreeMap<_, _> = counts.filter(|(_, count)| *count > 0).collect();
        assert_eq!(counts, counted, "the summary counts the verdicts");
        let judged: BTreeSet<_> = verdicts.keys().cloned().collect();
        assert_eq!(&judged, clauses(), "the verdicts are those of all clauses");
        Self { code, verdicts, human }
    }

    /// Clauses with a verdict.
    pub fn with(&self, verdict: &str) -> Vec<&str> {
        let all = self.verdicts.iter();
        let with = all.filter(|(_, result)| result.split(' ').next() == Some(verdict));
        with.map(|(id, _)| id.as_str()).collect()
    }

    /// Number of clauses by verdict and reason, and the exit code.
    pub fn summary(&self) -> String {
        let mut counts = BTreeMap::<&str, u32>::new();
        for verdict in self.verdicts.values().filter(|verdict| !verdict.starts_with("untestable")) {
            *counts.entry(verdict).or_default() += 1;
        }
        let mut text = format!("exit code {}\n", self.code.unwrap_or(-1));
        for (verdict, count) in counts {
            text.push_str(&format!("{count:>4} {verdict}\n"));
        }
        text
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
