//! One run of the suite among many, and what its report says.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::Value;

use super::SUITE;
use super::reference::Reference;
use crate::tool;

/// What one run said.
pub(super) struct Round {
    /// Exit code of the suite; `None` when it was stopped.
    pub(super) code: Option<i32>,
    /// How many verdicts there are.
    pub(super) verdicts: usize,
    /// Clauses with any other verdict than held or untestable, as `CLAUSE is VERDICT (REASON)`.
    pub(super) odd: BTreeSet<String>,
    /// How long it took.
    pub(super) took: Duration,
}

/// Runs the suite against a server.
pub(super) fn play(server: &Reference, state: &str, flags: &[String]) -> anyhow::Result<Round> {
    let json = server.file("round.json");
    let start = Instant::now();
    let mut run = Command::new(tool::path(SUITE)?);
    run.args([
        "run",
        "--target",
        &server.target(),
        "--state-dir",
        &server.file(state),
    ]);
    run.args(["--report", &format!("json={json}")]).args(flags);
    let ended = run
        .output()
        .with_context(|| format!("failed to start {SUITE}"))?;
    let took = start.elapsed();
    if ended.status.code() == Some(2) {
        bail!("{}", String::from_utf8_lossy(&ended.stderr).trim());
    }
    let round = read(Path::new(&json), ended.status.code(), took)?;
    std::fs::remove_file(&json)?;
    Ok(round)
}

fn read(json: &Path, code: Option<i32>, took: Duration) -> anyhow::Result<Round> {
    let report = std::fs::read(json).context("the suite left no report")?;
    let report: Value = serde_json::from_slice(&report)?;
    let clauses = report["clauses"]
        .as_array()
        .context("the report has no clauses")?;
    let mut round = Round {
        code,
        verdicts: clauses.len(),
        odd: BTreeSet::new(),
        took,
    };
    for clause in clauses {
        let word = |name: &str| clause[name].as_str().unwrap_or_default();
        let verdict = word("verdict");
        if !matches!(verdict, "held" | "untestable") {
            let odd = format!("{} is {verdict} ({})", word("id"), word("reason"));
            round.odd.insert(odd);
        }
    }
    Ok(round)
}
