//! One run of the suite, and the figures of its report.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::Value;

use super::SUITE;
use super::reference::Reference;
use crate::binary;

pub(super) struct SuiteRun {
    /// Exit code of the suite; `None` if a signal ended it.
    pub(super) exit_code: Option<i32>,
    /// Number of verdicts.
    pub(super) verdicts: usize,
    /// Clauses with another verdict than held or untestable, as `CLAUSE is VERDICT (REASON)`.
    pub(super) unexpected: BTreeSet<String>,
    pub(super) duration: Duration,
}

impl SuiteRun {
    /// Runs the suite against a server.
    pub(super) fn execute(server: &Reference, flags: &[String]) -> anyhow::Result<Self> {
        let report = server.path("report.json");
        let start = Instant::now();
        let output = binary::command(SUITE)?
            .args(["run", "--target", &server.target()])
            .args(["--state-dir", &server.path("state")])
            .args(["--report", &format!("json={report}")])
            .args(flags)
            .output()
            .with_context(|| format!("failed to start {SUITE}"))?;
        let duration = start.elapsed();
        let exit_code = output.status.code();
        if exit_code == Some(2) {
            bail!("{}", String::from_utf8_lossy(&output.stderr).trim());
        }
        let (verdicts, unexpected) = parse_report(Path::new(&report))?;
        std::fs::remove_file(&report)?;
        Ok(Self { exit_code, verdicts, unexpected, duration })
    }
}

/// Number of verdicts, and those other than held and untestable.
fn parse_report(path: &Path) -> anyhow::Result<(usize, BTreeSet<String>)> {
    let report = std::fs::read(path).context("the suite wrote no report")?;
    let report: Value = serde_json::from_slice(&report)?;
    let clauses = report["clauses"].as_array().context("the report has no clauses")?;
    let mut unexpected = BTreeSet::new();
    for clause in clauses {
        let text = |name: &str| clause[name].as_str().unwrap_or_default();
        let verdict = text("verdict");
        if !matches!(verdict, "held" | "untestable") {
            unexpected.insert(format!("{} is {verdict} ({})", text("id"), text("reason")));
        }
    }
    Ok((clauses.len(), unexpected))
}
