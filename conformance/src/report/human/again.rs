//! What was played more than once and did not come out alike each time.

use std::fmt::Write as _;

use super::paint::{Paint, Tone};
use crate::report::Report;
use crate::retry::{FlakyFinding, RetriedScenario, RetryReason};
use crate::text::escape;
use crate::text::wrapped;

const ALONE: &str = "if nobody else changes these things, run again with `--alone`, which believes what is seen once";

pub(super) fn render(report: &Report<'_>, paint: Paint) -> String {
    let mut text = String::new();
    if report.repeated.is_empty() {
        return text;
    }
    let _ = writeln!(text, "\n{}", paint.text(Tone::Title, "played again"));
    for repeated in report.repeated.iter() {
        text.push_str(&wrapped(&headline(repeated), 2));
        for doubt in &repeated.flaky {
            text.push_str(&wrapped(&line(doubt, repeated.attempts), 4));
        }
    }
    let doubtful = |it: &RetriedScenario| it.why == RetryReason::Changed && !it.flaky.is_empty();
    if report.repeated.iter().any(doubtful) {
        text.push_str(&wrapped(ALONE, 2));
    }
    text
}

fn headline(repeated: &RetriedScenario) -> String {
    let RetriedScenario {
        scenario,
        why,
        attempts,
        fixtures,
        ..
    } = repeated;
    let things = fixtures.iter();
    let things = things.map(|(kind, id)| format!("{kind} {}", escape(id)));
    let things: Vec<_> = things.collect();
    let about = match things.is_empty() {
        true => String::new(),
        false => format!(" ({})", things.join(", ")),
    };
    format!("{scenario}, {attempts} tries: {}{about}", why.explanation())
}

/// What was wrong and not believed.
pub(in crate::report) fn line(doubt: &FlakyFinding, tries: u32) -> String {
    let FlakyFinding {
        clause,
        step,
        wrong,
        held,
        failure,
    } = doubt;
    let (expected, actual) = (escape(&failure.expected), escape(&failure.actual));
    format!(
        "{clause}, step {step}: held in {held} of {tries} tries, wrong in {wrong}: expected {expected}, got {actual}"
    )
}
