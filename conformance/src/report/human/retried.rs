//! Lists retried scenarios whose attempts differed.

use std::fmt::Write as _;

use super::paint::{Paint, Tone};
use crate::report::Report;
use crate::retry::{FlakyFinding, RetriedScenario, RetryReason};
use crate::text::escape;
use crate::text::wrapped;

const ALONE: &str = "if no other client changes these records, run again with `--alone`, which reports failures without retrying";

pub(super) fn render(report: &Report<'_>, paint: Paint) -> String {
    let mut text = String::new();
    if report.repeated.is_empty() {
        return text;
    }
    let _ = writeln!(text, "\n{}", paint.text(Tone::Title, "retried"));
    for repeated in report.repeated.iter() {
        text.push_str(&wrapped(&headline(repeated), 2));
        for flaky in &repeated.flaky {
            text.push_str(&wrapped(&line(flaky, repeated.attempts), 4));
        }
    }
    let doubtful = |it: &RetriedScenario| it.why == RetryReason::Changed && !it.flaky.is_empty();
    if report.repeated.iter().any(doubtful) {
        text.push_str(&wrapped(ALONE, 2));
    }
    text
}

fn headline(repeated: &RetriedScenario) -> String {
    let RetriedScenario { scenario, why, attempts, fixtures, .. } = repeated;
    let names = fixtures.iter();
    let names = names.map(|(kind, id)| format!("{kind} {}", escape(id)));
    let names: Vec<_> = names.collect();
    let about = match names.is_empty() {
        true => String::new(),
        false => format!(" ({})", names.join(", ")),
    };
    format!("{scenario}, {attempts} attempts: {}{about}", why.explanation())
}

/// A failure that did not occur in every attempt.
pub(in crate::report) fn line(flaky: &FlakyFinding, attempts: u32) -> String {
    let FlakyFinding { clause, step, wrong, held, failure } = flaky;
    let (expected, actual) = (escape(&failure.expected), escape(&failure.actual));
    format!(
        "{clause}, step {step}: held in {held} of {attempts} attempts, failed in {wrong}: expected {expected}, got {actual}"
    )
}
