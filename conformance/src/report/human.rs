//! The report for people: a table, what is wrong and how to see it again, what was not shown.

mod failure;
mod open;
mod table;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Report;
use super::escape::escape;
use crate::exchange::{Fault, Play};
use crate::residue::Done;
use crate::verdict::counts;

/// The report as text, ready for a terminal: nothing in it is obeyed by one.
#[must_use]
pub fn render(report: &Report<'_>) -> String {
    let mut text = String::new();
    let run = &report.run;
    let _ = writeln!(
        text,
        "{} at {} (level {}, {}, seed {})\n",
        report.suite.contract.service.title, run.base_url, run.level, run.profile, run.seed
    );
    text.push_str(&unanswered(report));
    text.push_str(&table::render(report));
    text.push_str(&failure::render(report));
    text.push_str(&open::render(report));
    text.push_str(&left_behind(report));
    text.push_str(&summary(report));
    text
}

/// That nobody answered at all is said before anything else.
fn unanswered(report: &Report<'_>) -> String {
    let outcomes = || {
        report
            .plays
            .iter()
            .flat_map(Play::exchanges)
            .map(|exchange| &exchange.outcome)
    };
    if outcomes().any(Result::is_ok) {
        return String::new();
    }
    let mut faults = outcomes().filter_map(|outcome| outcome.as_ref().err());
    let fault = faults.find(|fault| **fault != Fault::Stopped);
    fault.map_or(String::new(), |fault| {
        format!(
            "no answer from {}: {}\n\n",
            report.run.base_url,
            escape(&fault.to_string())
        )
    })
}

fn left_behind(report: &Report<'_>) -> String {
    let mut text = String::new();
    if report.residue.is_empty() {
        return text;
    }
    text.push_str("\nleft behind");
    if let Some(journal) = &report.run.journal {
        let _ = write!(text, ", see {journal}");
    }
    text.push('\n');
    // What the service cannot delete is counted; what was changed or should be gone is named.
    let mut created: BTreeMap<&str, usize> = BTreeMap::new();
    for left in &report.residue {
        if left.done == Done::Created && left.unavoidable {
            *created.entry(&left.record).or_default() += 1;
        } else {
            let known_by = escape(&left.known_by);
            let _ = writeln!(text, "  {} {} {known_by}", left.done.name(), left.record);
        }
    }
    for (record, count) in created {
        let _ = writeln!(text, "  created {count} {record}, which cannot be deleted");
    }
    text
}

fn summary(report: &Report<'_>) -> String {
    let counts = counts(&report.verdicts);
    let parts = crate::verdict::Verdict::NAMES.iter().filter_map(|name| {
        let count = counts.get(name).copied().unwrap_or_default();
        (count > 0).then(|| format!("{count} {}", name.replace('_', " ")))
    });
    let parts: Vec<_> = parts.collect();
    let all = report.verdicts.len();
    let exit = report.exit;
    format!(
        "\n{all} clauses: {}\n{} (exit {})\n",
        parts.join(", "),
        exit.meaning(),
        exit.code()
    )
}
