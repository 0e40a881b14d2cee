//! The report in the Test Anything Protocol, version 14: a test for each clause.
//!
//! Held and deviating clauses are `ok`. Clauses that are not exercised, inconclusive or untestable are skipped, and
//! violations with a waiver are `TODO`. Clauses that `--only` does not select are left out.

use std::fmt::Write as _;

use super::Content;
use super::content::{Clause, Outcome};
use crate::text::escape;

/// The report as TAP.
pub fn render(report: &Content) -> String {
    let mut text = format!("TAP version 14\n1..{}\n", report.selected().count());
    for (number, clause) in (1..).zip(report.selected()) {
        text.push_str(&test(report, number, clause));
    }
    if let Some(why) = &report.could_not_test {
        let _ = writeln!(text, "Bail out! {}", description(why));
    }
    text
}

fn test(report: &Content, number: usize, clause: &Clause) -> String {
    let result = if clause.verdict == Outcome::Violated { "not ok" } else { "ok" };
    let mut text = format!("{result} {number} - {}", description(&clause.id));
    let reason = clause.reason.as_deref().unwrap_or_default();
    match (clause.verdict, clause.waived()) {
        (Outcome::Violated, Some(waived)) => {
            let _ = write!(text, " # TODO {}", description(&waived));
        }
        (Outcome::NotExercised | Outcome::Inconclusive, _) => {
            let why = format!("{} ({reason}): {}", clause.verdict.words(), report.meaning(reason));
            let _ = write!(text, " # SKIP {}", description(&why));
        }
        (Outcome::Untestable, _) => {
            let _ = write!(text, " # SKIP {}", description(&format!("untestable: {reason}")));
        }
        _ => {}
    }
    text.push('\n');
    if clause.verdict.is_breach() {
        text.push_str(&diagnostics(clause));
    }
    text
}

/// A block of YAML. Texts are quoted, so that none of them ends the block.
fn diagnostics(clause: &Clause) -> String {
    let mut text = "  ---\n".to_owned();
    let mut line = |start: &str, value: &str| {
        let _ = writeln!(text, "  {start}: {}", quoted(value));
    };
    line("verdict", clause.verdict.name());
    line("statement", &clause.statement);
    if let Some(failure) = clause.failures.first() {
        line("scenario", &failure.scenario);
        line("step", &failure.step.to_string());
        line("at", &failure.pointer);
        line("expected", &failure.expected);
        line("actual", &failure.actual);
        line("failures", &clause.failures.len().to_string());
    }
    text.push_str("  ...\n");
    text
}

/// A text in a description: `#` would begin a directive.
fn description(text: &str) -> String {
    escape(&text.replace('\\', "\\\\").replace('#', "\\#"))
}

/// A text in double quotes of YAML.
fn quoted(text: &str) -> String {
    format!("\"{}\"", escape(text).replace('\\', "\\\\").replace('"', "\\\""))
}
