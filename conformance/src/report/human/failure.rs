//! What does not hold: the clause and where the document has it, the request, the difference.

use std::fmt::Write as _;

use crate::report::{Report, curl, escape};
use crate::verdict::{Blame, ClauseVerdict, Verdict};

/// So many failures of one clause are shown; the others look alike.
const MOST_SHOWN: usize = 3;

pub(super) fn render(report: &Report<'_>) -> String {
    let mut text = String::new();
    for verdict in &report.verdicts {
        let word = match verdict.verdict {
            Verdict::Violated => "VIOLATED",
            Verdict::Deviates => "DEVIATES",
            _ => continue,
        };
        let clause = &verdict.clause;
        let _ = writeln!(text, "\n{word} {}  ({})", clause.id, clause.section);
        let _ = writeln!(text, "  {}", clause.statement);
        for blame in verdict.failures.iter().take(MOST_SHOWN) {
            one(&mut text, report, blame);
        }
        let more = verdict.failures.len().saturating_sub(MOST_SHOWN);
        if more > 0 {
            let _ = writeln!(text, "  and {more} more like it");
        }
        again(&mut text, report, verdict);
    }
    text
}

fn one(text: &mut String, report: &Report<'_>, blame: &Blame) {
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
