//! Lists unexercised clauses by reason, with what is needed to exercise them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Paint, Tone};
use crate::contract::SERVICE;
use crate::reason::Reason;
use crate::report::Content;
use crate::report::content::{Clause, Outcome};
use crate::text::{counted, wrapped};

/// Maximum number of lines for a reason; the JSON report has all.
const MAX_LINES: usize = 8;

pub(super) fn render(report: &Content, paint: Paint) -> String {
    let all = testable(report);
    let mut text = String::new();
    for verdict in [Outcome::NotExercised, Outcome::Inconclusive] {
        let section = section(report, &all, verdict);
        if !section.is_empty() {
            let title = paint.text(Tone::Title, &verdict.words());
            let _ = write!(text, "\n{title}\n{section}");
        }
    }
    text
}

/// Number of testable clauses by operation.
fn testable(report: &Content) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for clause in report.clauses.iter().filter(|clause| clause.testable) {
        *counts.entry(owner(clause)).or_default() += 1;
    }
    counts
}

/// The selected clauses with a verdict by reason. The reasons that hide others come first.
pub(in crate::report) fn by_reason(
    report: &Content,
    verdict: Outcome,
) -> Vec<(&str, Vec<&Clause>)> {
    let mut groups: BTreeMap<&str, Vec<&Clause>> = BTreeMap::new();
    for clause in report.selected().filter(|clause| clause.verdict == verdict) {
        groups.entry(clause.reason.as_deref().unwrap_or_default()).or_default().push(clause);
    }
    let rank = |name: &str| Reason::ALL.iter().position(|reason| reason.name() == name);
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(name, _)| rank(name));
    groups
}

/// What the target lacks to exercise the clauses with a verdict and a reason.
pub(in crate::report) fn needed<'r>(
    report: &'r Content,
    verdict: Outcome,
    reason: &str,
) -> impl Iterator<Item = &'r String> {
    let needed = report.needed.iter();
    let needed = needed.filter(move |needed| needed.verdict == verdict && needed.reason == reason);
    needed.flat_map(|needed| &needed.wanted)
}

fn section(report: &Content, all: &BTreeMap<&str, usize>, verdict: Outcome) -> String {
    let mut text = String::new();
    for (reason, clauses) in by_reason(report, verdict) {
        let allowed = if clauses.iter().any(|clause| clause.allowed) { " (allowed)" } else { "" };
        let title = format!("{reason}{allowed}: {}", report.meaning(reason));
        text.push_str(&wrapped(&title, 2));
        text.push_str(&folded(lines(all, &clauses)));
        for wanted in needed(report, verdict, reason) {
            let _ = writeln!(text, "    needed: {wanted}");
        }
    }
    text
}

/// Number of clauses and text of a line.
type ClauseLine = (usize, String);

/// One line for an operation if it includes all its clauses, for the same other operations, otherwise one for each clause.
fn lines(all: &BTreeMap<&str, usize>, clauses: &[&Clause]) -> Vec<ClauseLine> {
    let mut groups: BTreeMap<&str, Vec<(&str, String)>> = BTreeMap::new();
    for clause in clauses {
        let lacking = clause.lacking_elsewhere();
        let mut note = lacking.map_or(String::new(), |operations| format!("  [501: {operations}]"));
        if clause.waived().is_some() {
            note.push_str("  [waived]");
        }
        groups.entry(owner(clause)).or_default().push((&clause.id, note));
    }
    let (mut whole, mut single) = (Vec::new(), Vec::new());
    for (name, clauses) in groups {
        let count = clauses.len();
        let are_alike = clauses.windows(2).all(|pair| pair[0].1 == pair[1].1);
        match clauses.first() {
            Some((_, note)) if count > 1 && are_alike && all.get(name) == Some(&count) => {
                let line = format!("{name}: all {}{note}", counted(count, "clause"));
                whole.push((count, line));
            }
            _ => single.extend(clauses.iter().map(|(id, note)| (1, format!("{id}{note}")))),
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
