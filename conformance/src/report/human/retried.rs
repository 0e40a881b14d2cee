//! Lists retried scenarios whose attempts differed.

use super::{Paint, Tone};
use crate::report::Report;
use crate::retry::{FlakyFinding, RetriedScenario, RetryReason};
use crate::text::{escape, wrapped};

const ALONE: &str = "if no other client changes these records, run again with `--alone`, which reports failures without retrying";

pub(super) fn render(report: &Report<'_>, paint: Paint) -> String {
    if report.repeated.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", paint.text(Tone::Title, "retried"));
    for repeated in report.repeated.iter() {
        text.push_str(&wrapped(&headline(repeated), 2));
        for flaky in &repeated.flaky {
            text.push_str(&wrapped(&line(flaky, repeated.attempts), 4));
        }
    }
    let is_disturbed = |repeated: &RetriedScenario| {
        repeated.why == RetryReason::Changed && !repeated.flaky.is_empty()
    };
    if report.repeated.iter().any(is_disturbed) {
        text.push_str(&wrapped(ALONE, 2));
    }
    text
}

fn headline(repeated: &RetriedScenario) -> String {
    let RetriedScenario { scenario, why, attempts, fixtures, .. } = repeated;
    let names: Vec<_> =
        fixtures.iter().map(|(kind, id)| format!("{kind} {}", escape(id))).collect();
    let about = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
    format!("{scenario}, {attempts} attempts: {}{about}", why.explanation())
}

/// A failure that did not occur in every attempt.
pub(in crate::report) fn line(flaky: &FlakyFinding, attempts: usize) -> String {
    let FlakyFinding { clause, step, wrong, held, failure, difference, changed_start } = flaky;
    let (expected, actual) = (escape(&failure.expected), escape(&failure.actual));
    let start = changed_start.as_ref().map_or(String::new(), |changed| {
        let (before, after) = (escape(&changed.before), escape(&changed.after));
        format!(" ({} was {before}, then {after})", changed.field)
    });
    format!(
        "{clause}, step {step}: held in {held} of {attempts} attempts, failed in {wrong}: expected {expected}, got {actual}; {}{start}",
        difference.explanation()
    )
}
