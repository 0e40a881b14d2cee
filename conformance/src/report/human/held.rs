//! Lists held clauses with the number of witnesses and of different records.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::paint::{Paint, Tone};
use crate::report::Report;
use crate::verdict::{ClauseVerdict, Verdict};

/// Maximum number of listed clauses with a single record.
const MAX_LINES: usize = 8;

/// One line for each operation; with `--verbose`, one for each clause.
pub(super) fn render(report: &Report<'_>, paint: Paint) -> String {
    let held = report.verdicts.iter().filter(|it| it.verdict == Verdict::Held);
    let held: Vec<&ClauseVerdict> = held.collect();
    if held.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", paint.text(Tone::Title, "held"));
    if report.verbose {
        held.iter().for_each(|found| text.push_str(&line(found)));
        return text;
    }
    let mut once: Vec<_> = held.iter().filter(|found| found.subjects < 2).collect();
    let _ = writeln!(
        text,
        "  {} clauses by several records, {} by one (--verbose lists all)",
        held.len() - once.len(),
        once.len()
    );
    let more = once.split_off(once.len().min(MAX_LINES)).len();
    once.iter().for_each(|found| text.push_str(&line(found)));
    if more > 0 {
        let _ = writeln!(text, "    and {more} more");
    }
    text
}

fn line(found: &ClauseVerdict) -> String {
    let id = &found.clause.id;
    let mut line = format!(
        "    {id}: {} of {}",
        plural(found.witnesses as usize, "witness", "witnesses"),
        plural(found.subjects, "record", "records")
    );
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for unclear in &found.unclear {
        *reasons.entry(unclear.reason.name()).or_default() += 1;
    }
    if !reasons.is_empty() {
        let parts = reasons.iter().map(|(reason, count)| format!("{count} {reason}"));
        let parts: Vec<_> = parts.collect();
        let _ = write!(line, "; steps that showed nothing: {}", parts.join(", "));
    }
    line + "\n"
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
