//! Runs of the suite, and their summary as a table with a row for each configuration.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use reader::{Style, counted};
use serde_json::Value;

use super::SUITE;
use super::reference::Reference;
use crate::binary;
use crate::terminal::{Terminal, render_table};

/// One run of the suite, and the figures of its report.
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

/// The runs of one configuration.
pub(super) struct RunGroup {
    pub(super) engine: &'static str,
    /// `new` for a new server for each run, or `same`.
    pub(super) servers: &'static str,
    pub(super) jobs: u32,
    pub(super) runs: Vec<SuiteRun>,
}

impl RunGroup {
    /// Whether every testable clause held in each run.
    pub(super) fn all_held(&self) -> bool {
        self.runs.iter().all(|run| run.exit_code == Some(0) && run.unexpected.is_empty())
            && self.has_equal_verdict_counts()
    }

    pub(super) fn progress(&self) -> String {
        let result = if self.all_held() { "all held" } else { "not all held" };
        format!("{}: {}, {result}", self.name(), counted(self.runs.len(), "round"))
    }

    fn name(&self) -> String {
        let Self { engine, servers, jobs, .. } = self;
        format!("{engine}, {servers} servers, --jobs {jobs}")
    }

    fn has_equal_verdict_counts(&self) -> bool {
        self.runs.windows(2).all(|pair| pair[0].verdicts == pair[1].verdicts)
    }

    /// Number of runs by unexpected verdict.
    fn unexpected(&self) -> BTreeMap<&str, usize> {
        let mut counts = BTreeMap::new();
        for verdict in self.runs.iter().flat_map(|run| &run.unexpected) {
            *counts.entry(verdict.as_str()).or_default() += 1;
        }
        counts
    }

    fn row(&self) -> Vec<String> {
        let exits = |code| self.runs.iter().filter(|run| run.exit_code == Some(code)).count();
        let (zero, three) = (exits(0), exits(3));
        let mut durations: Vec<_> = self.runs.iter().map(|run| run.duration).collect();
        durations.sort();
        let seconds = |duration: Option<&Duration>| {
            let duration = duration.copied().unwrap_or_default();
            format!("{:.2} s", duration.as_secs_f64())
        };
        vec![
            self.engine.to_owned(),
            self.servers.to_owned(),
            self.jobs.to_string(),
            self.runs.len().to_string(),
            zero.to_string(),
            three.to_string(),
            (self.runs.len() - zero - three).to_string(),
            self.unexpected().len().to_string(),
            seconds(durations.get(durations.len() / 2)),
            seconds(durations.last()),
        ]
    }
}

const HEADER: [&str; 10] = [
    "DATABASE",
    "SERVERS",
    "JOBS",
    "ROUNDS",
    "EXIT 0",
    "EXIT 3",
    "OTHER",
    "UNEXPECTED",
    "MEDIAN",
    "LONGEST",
];

/// The table, and the unexpected verdicts.
pub(super) fn render(groups: &[RunGroup]) -> String {
    let terminal = Terminal { width: None, style: Style::Plain };
    let mut text = render_table(&HEADER, groups.iter().map(RunGroup::row), terminal);
    let (mut rounds, mut failed) = (0, 0);
    for group in groups {
        rounds += group.runs.len();
        if group.all_held() {
            continue;
        }
        failed += 1;
        let _ = writeln!(text, "\nnot all held on {}:", group.name());
        for (verdict, count) in group.unexpected() {
            let _ =
                writeln!(text, "  {verdict}: {count} of {}", counted(group.runs.len(), "round"));
        }
        if !group.has_equal_verdict_counts() {
            let counts: Vec<_> = group.runs.iter().map(|run| run.verdicts.to_string()).collect();
            let _ = writeln!(text, "  the number of verdicts differs: {}", counts.join(", "));
        }
    }
    let _ = match failed {
        0 => writeln!(text, "\n{}; all held", counted(rounds, "round")),
        _ => writeln!(
            text,
            "\n{}; not all held in {}",
            counted(rounds, "round"),
            counted(failed, "row")
        ),
    };
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(exit_code: i32, unexpected: &[&str]) -> SuiteRun {
        SuiteRun {
            exit_code: Some(exit_code),
            verdicts: 320,
            unexpected: unexpected.iter().map(|&text| text.to_owned()).collect(),
            duration: Duration::from_millis(250),
        }
    }

    fn group(servers: &'static str, runs: Vec<SuiteRun>) -> RunGroup {
        RunGroup { engine: "SQLite", servers, jobs: 16, runs }
    }

    #[test]
    fn all_held_requires_exit_code_0_and_equal_counts_in_each_run() {
        let flaky = "list_books.order is inconclusive (other_outcome)";
        assert!(group("new", vec![run(0, &[]), run(0, &[])]).all_held());
        assert!(!group("new", vec![run(0, &[]), run(3, &[flaky])]).all_held());
        assert!(!group("new", vec![run(1, &[])]).all_held());
        let fewer = SuiteRun { verdicts: 319, ..run(0, &[]) };
        assert!(!group("new", vec![run(0, &[]), fewer]).all_held());
    }

    #[test]
    fn the_table_counts_unexpected_verdicts() {
        let used_up = "return_loan.transition.done is not_exercised (used_up)";
        let flaky = "list_books.order is inconclusive (other_outcome)";
        let groups = [
            group("new", vec![run(0, &[]), run(0, &[])]),
            group("same", vec![run(0, &[]), run(3, &[used_up])]),
            group("same", vec![run(3, &[flaky]), run(1, &[])]),
        ];
        insta::assert_snapshot!(render(&groups), @"
        DATABASE  SERVERS  JOBS  ROUNDS  EXIT 0  EXIT 3  OTHER  UNEXPECTED  MEDIAN  LONGEST
        SQLite    new      16    2       2       0       0      0           0.25 s  0.25 s
        SQLite    same     16    2       1       1       0      1           0.25 s  0.25 s
        SQLite    same     16    2       0       1       1      1           0.25 s  0.25 s

        not all held on SQLite, same servers, --jobs 16:
          return_loan.transition.done is not_exercised (used_up): 1 of 2 rounds

        not all held on SQLite, same servers, --jobs 16:
          list_books.order is inconclusive (other_outcome): 1 of 2 rounds

        6 rounds; not all held in 2 rows
        ");
    }
}
