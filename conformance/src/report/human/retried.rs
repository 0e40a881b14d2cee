//! Lists retried scenarios whose attempts differed.

use super::{Paint, Tone};
use crate::report::Content;
use crate::report::content::{Doubt, Repeated};
use crate::text::{escape, wrapped};

/// The reason for a retry if another client seems to change the same records.
const CHANGED: &str = "changed";

const ALONE: &str = "if no other client changes these records, run again with `--alone`, which reports failures without retrying";

pub(super) fn render(report: &Content, paint: Paint) -> String {
    if report.repeated.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", paint.text(Tone::Title, "retried"));
    for repeated in &report.repeated {
        text.push_str(&wrapped(&headline(repeated), 2));
        for doubt in &repeated.doubts {
            text.push_str(&wrapped(&line(doubt, repeated.tries), 4));
        }
    }
    let is_disturbed = |repeated: &Repeated| repeated.why == CHANGED && !repeated.doubts.is_empty();
    if report.repeated.iter().any(is_disturbed) {
        text.push_str(&wrapped(ALONE, 2));
    }
    text
}

fn headline(repeated: &Repeated) -> String {
    let Repeated { scenario, meaning, tries, fixtures, .. } = repeated;
    let names: Vec<_> =
        fixtures.iter().map(|one| format!("{} {}", one.kind, escape(&one.id))).collect();
    let about = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
    format!("{scenario}, {tries} attempts: {meaning}{about}")
}

/// A failure that did not occur in every attempt.
pub(in crate::report) fn line(doubt: &Doubt, attempts: usize) -> String {
    let Doubt { clause, step, wrong, held, meaning, changed_start, .. } = doubt;
    let (expected, actual) = (escape(&doubt.expected), escape(&doubt.actual));
    let start = changed_start.as_ref().map_or(String::new(), |changed| {
        let (before, after) = (escape(&changed.before), escape(&changed.after));
        format!(" ({} was {before}, then {after})", changed.field)
    });
    format!(
        "{clause}, step {step}: held in {held} of {attempts} attempts, failed in {wrong}: expected {expected}, got {actual}; {meaning}{start}"
    )
}
