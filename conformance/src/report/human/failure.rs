//! What does not hold: the clause and where the document has it, the request, the difference.
//!
//! What is wrong in one way in several scenarios is shown as it was first seen, and counted.

use std::fmt::Write as _;

use super::paint::{Paint, Tone};
use crate::report::{Report, curl};
use crate::text::escape;
use crate::text::wrapped;
use crate::verdict::{ClauseFailure, ClauseVerdict, Verdict};

pub(super) fn render(report: &Report<'_>, paint: Paint) -> String {
    let mut text = String::new();
    for verdict in &report.verdicts {
        let word = match verdict.verdict {
            Verdict::Violated => paint.text(Tone::Bad, "VIOLATED"),
            Verdict::Deviates => paint.text(Tone::Open, "DEVIATES"),
            _ => continue,
        };
        let clause = &verdict.clause;
        let _ = writeln!(text, "\n{word} {}  ({})", clause.id, clause.section);
        text.push_str(&details(report, verdict));
    }
    text
}

/// All there is to say of one clause, beneath its id.
pub(in crate::report) fn details(report: &Report<'_>, verdict: &ClauseVerdict) -> String {
    let mut text = wrapped(&verdict.clause.statement, 2);
    if let Some((first, others)) = verdict.failures.split_first() {
        one(&mut text, report, first);
        if !others.is_empty() {
            let _ = writeln!(text, "    and {} more like it", others.len());
        }
    }
    let operation = verdict.clause.operation.as_deref();
    if let Some(note) = operation.and_then(|id| report.absent.note(id)) {
        let _ = writeln!(text, "  note      {note}");
    }
    again(&mut text, report, verdict);
    text
}

fn one(text: &mut String, report: &Report<'_>, blame: &ClauseFailure) {
    let failure = &blame.failure;
    let _ = writeln!(text, "  in {}, step {}", blame.scenario, blame.step);
    let _ = writeln!(text, "    expected  {}", escape(&failure.expected));
    let place = match failure.pointer.as_str() {
        "" => String::new(),
        pointer => format!("  at {}", escape(pointer)),
    };
    let _ = writeln!(text, "    actual    {}{place}", escape(&failure.actual));
    if let Some(exchange) = report.exchange(&blame.scenario, failure.exchange) {
        let run = &report.run;
        let line = curl::line(&run.base_url, &exchange.request, &run.key_names);
        let _ = writeln!(text, "    request   {line}");
    }
}

fn again(text: &mut String, report: &Report<'_>, verdict: &ClauseVerdict) {
    let (aim, level) = (&report.aim, report.run.level);
    let program = env!("CARGO_PKG_NAME");
    let clause = &verdict.clause.id;
    let _ = writeln!(
        text,
        "  again     {program} run {aim} --level {level} --only '{clause}'"
    );
}
