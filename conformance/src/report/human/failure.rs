//! Lists failures: the clause with its section, the request, and the difference.
//!
//! The same failure in several scenarios is shown once, with a count.

use std::fmt::Write as _;

use super::{Paint, Tone};
use crate::report::{Report, curl};
use crate::text::{escape, wrapped};
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

/// The details of a clause, for below its id.
pub(in crate::report) fn details(report: &Report<'_>, verdict: &ClauseVerdict) -> String {
    let mut text = wrapped(&verdict.clause.statement, 2);
    if let Some((first, others)) = verdict.failures.split_first() {
        describe_failure(&mut text, report, first);
        if !others.is_empty() {
            let _ = writeln!(text, "    and {} more like it", others.len());
        }
        text.push_str(&failed_classes(verdict).unwrap_or_default());
    }
    let operation = verdict.clause.operation.as_deref();
    if let Some(note) = operation.and_then(|id| report.unimplemented.note(id)) {
        let _ = writeln!(text, "  note      {note}");
    }
    rerun_command(&mut text, report, verdict);
    text
}

/// Which values failed, where others of the same input did not.
fn failed_classes(verdict: &ClauseVerdict) -> Option<String> {
    let classes = verdict.classes.as_ref().filter(|classes| !classes.failed.is_empty())?;
    let have: Vec<&str> = classes.failed.iter().map(|class| class.has).collect();
    let line = format!("only where `body.{}` has {}", classes.member, have.join(", or "));
    Some(wrapped(&line, 4))
}

fn describe_failure(text: &mut String, report: &Report<'_>, clause_failure: &ClauseFailure) {
    let failure = &clause_failure.failure;
    let _ = writeln!(text, "  in {}, step {}", clause_failure.scenario, clause_failure.step);
    let _ = writeln!(text, "    expected  {}", escape(&failure.expected));
    let place = match &*failure.pointer {
        "" => String::new(),
        pointer => format!("  at {}", escape(pointer)),
    };
    let _ = writeln!(text, "    actual    {}{place}", escape(&failure.actual));
    if let Some(request) = report.request(&clause_failure.scenario, failure.exchange) {
        let run = &report.run;
        let line = curl::line(&run.base_url, &request, &run.curl_arguments);
        let _ = writeln!(text, "    request   {line}");
    }
}

fn rerun_command(text: &mut String, report: &Report<'_>, verdict: &ClauseVerdict) {
    let program = env!("CARGO_PKG_NAME");
    let arguments = report.repeat.of_clause(report.run.level, &verdict.clause.id);
    let _ = writeln!(text, "  again     {program} {arguments}");
}
