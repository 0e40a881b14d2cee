//! Lists held clauses with the number of witnesses and of different records.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Paint, Tone};
use crate::report::Content;
use crate::report::content::{Clause, Outcome};
use crate::text::counted;

/// Maximum number of listed clauses with a single record.
const MAX_LINES: usize = 8;

/// One line for each operation; with `--verbose`, one for each clause.
pub(super) fn render(report: &Content, paint: Paint) -> String {
    let held: Vec<&Clause> =
        report.clauses.iter().filter(|clause| clause.verdict == Outcome::Held).collect();
    if held.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", paint.text(Tone::Title, "held"));
    if report.verbose {
        text.extend(held.iter().map(|found| line(found)));
        return text;
    }
    let mut once: Vec<_> = held.iter().filter(|found| found.things < 2).collect();
    let _ = writeln!(
        text,
        "  {} by several records, {} by one (--verbose lists all)",
        counted(held.len() - once.len(), "clause"),
        once.len()
    );
    let more = once.split_off(once.len().min(MAX_LINES)).len();
    text.extend(once.iter().map(|found| line(found)));
    if more > 0 {
        let _ = writeln!(text, "    and {more} more");
    }
    text
}

fn line(found: &Clause) -> String {
    let id = &found.id;
    let mut line = format!(
        "    {id}: {} of {}",
        counted(found.witnesses, "witness"),
        counted(found.things, "record")
    );
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for unclear in &found.unclear {
        *reasons.entry(&unclear.reason).or_default() += 1;
    }
    if !reasons.is_empty() {
        let parts: Vec<_> =
            reasons.iter().map(|(reason, count)| format!("{count} {reason}")).collect();
        let _ = write!(line, "; steps that showed nothing: {}", parts.join(", "));
    }
    line + "\n"
}
