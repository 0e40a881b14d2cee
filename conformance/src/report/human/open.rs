//! Lists unexercised clauses by reason, with what is needed to exercise them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use spec::Clause;

use super::{Paint, Tone};
use crate::contract::SERVICE;
use crate::reason::Reason;
use crate::report::Report;
use crate::text::{counted, wrapped};
use crate::verdict::{ClauseVerdict, Verdict};

/// Maximum number of lines for a reason; the JSON report has all.
const MAX_LINES: usize = 8;

pub(super) fn render(report: &Report<'_>, paint: Paint) -> String {
    let not_exercised = |verdict: &Verdict| match verdict {
        Verdict::NotExercised(reason) if *reason != Reason::Filter => Some(*reason),
        _ => None,
    };
    let inconclusive = |verdict: &Verdict| match verdict {
        Verdict::Inconclusive(reason) => Some(*reason),
        _ => None,
    };
    let all = testable(report);
    let mut text = String::new();
    for (title, section) in [
        ("not exercised", section(report, &all, &not_exercised)),
        ("inconclusive", section(report, &all, &inconclusive)),
    ] {
        if !section.is_empty() {
            let _ = write!(text, "\n{}\n{section}", paint.text(Tone::Title, title));
        }
    }
    text
}

/// Number of testable clauses by operation.
fn testable<'r>(report: &'r Report<'_>) -> BTreeMap<&'r str, usize> {
    let mut counts = BTreeMap::new();
    for clause in report.suite.clauses.iter().filter(|clause| clause.testable()) {
        *counts.entry(owner(clause)).or_default() += 1;
    }
    counts
}

fn section(
    report: &Report<'_>,
    all: &BTreeMap<&str, usize>,
    reason_of: &dyn Fn(&Verdict) -> Option<Reason>,
) -> String {
    let mut by_reason: BTreeMap<Reason, Vec<&ClauseVerdict>> = BTreeMap::new();
    for verdict in &report.verdicts {
        if let Some(reason) = reason_of(&verdict.verdict) {
            by_reason.entry(reason).or_default().push(verdict);
        }
    }
    let mut text = String::new();
    for (reason, clauses) in by_reason {
        let allowed = report.run.allowed.iter().any(|allowed| {
            let verdict = Verdict::NotExercised(reason);
            reason_of(&verdict).is_some() && allowed.covers(&verdict)
        });
        let allowed = if allowed { " (allowed)" } else { "" };
        let title = format!("{}{allowed}: {}", reason.name(), reason.explanation());
        text.push_str(&wrapped(&title, 2));
        text.push_str(&folded(lines(all, &clauses)));
        let ids = clauses.iter().map(|verdict| verdict.clause.id.as_str());
        for wanted in report.plan.requirements_for(ids, reason) {
            let _ = writeln!(text, "    needed: {wanted}");
        }
    }
    text
}

/// Number of clauses and text of a line.
type ClauseLine = (usize, String);

/// One line for an operation if it includes all its clauses, for the same other operations, otherwise one for each clause.
fn lines(all: &BTreeMap<&str, usize>, clauses: &[&ClauseVerdict]) -> Vec<ClauseLine> {
    let mut groups: BTreeMap<&str, Vec<(&str, String)>> = BTreeMap::new();
    for verdict in clauses {
        let lacking = verdict.lacking_elsewhere();
        let lacking = lacking.map_or(String::new(), |operations| format!("  [501: {operations}]"));
        groups.entry(owner(&verdict.clause)).or_default().push((&verdict.clause.id, lacking));
    }
    let (mut whole, mut single) = (Vec::new(), Vec::new());
    for (name, clauses) in groups {
        let count = clauses.len();
        let are_alike = clauses.windows(2).all(|pair| pair[0].1 == pair[1].1);
        match clauses.first() {
            Some((_, lacking)) if count > 1 && are_alike && all.get(name) == Some(&count) => {
                let line = format!("{name}: all {}{lacking}", counted(count, "clause"));
                whole.push((count, line));
            }
            _ => single.extend(clauses.iter().map(|(id, lacking)| (1, format!("{id}{lacking}")))),
        }
    }
    // Lines for many clauses come first, so that they are not cut off.
    whole.append(&mut single);
    whole
}

fn owner(clause: &Clause) -> &str {
    clause.operation.as_deref().unwrap_or(SERVICE)
}

fn folded(mut lines: Vec<ClauseLine>) -> String {
    // One more line is no longer than the remark that it is missing.
    let hidden = if lines.len() > MAX_LINES + 1 { lines.split_off(MAX_LINES) } else { Vec::new() };
    let mut text: String = lines.iter().map(|(_, line)| format!("    {line}\n")).collect();
    if !hidden.is_empty() {
        let more: usize = hidden.iter().map(|(count, _)| count).sum();
        let _ = writeln!(text, "    and {more} more (--report json=- shows all)");
    }
    text
}
