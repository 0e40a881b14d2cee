//! Lists failures: the clause with its section, the difference, the calls that lead to it, and the response.
//!
//! The same failure in several scenarios is shown once, with a count.

use std::fmt::Write as _;

use super::{Paint, Tone};
use crate::report::Content;
use crate::report::content::{Body, Clause, Exchange, Failure, Outcome, Role, Step, StepRole};
use crate::text::{counted, escape, wrapped};

/// The most calls that are listed before the failed one.
const MAX_STEPS: usize = 4;
/// The most characters of a server error, of another response, and of one to an earlier call.
const LONGEST_ERROR: usize = 600;
const LONGEST: usize = 240;
const LONGEST_EARLIER: usize = 60;

pub(super) fn render(report: &Content, paint: Paint) -> String {
    let mut text = String::new();
    for clause in &report.clauses {
        let word = match clause.verdict {
            Outcome::Violated if clause.waiver.is_some() => paint.text(Tone::Open, "WAIVED"),
            Outcome::Violated => paint.text(Tone::Bad, "VIOLATED"),
            Outcome::Deviates => paint.text(Tone::Open, "DEVIATES"),
            _ => continue,
        };
        let _ = writeln!(text, "\n{word} {}  ({})", clause.id, clause.section);
        text.push_str(&details(report, clause));
    }
    text
}

/// The details of a clause, for below its id.
pub(in crate::report) fn details(report: &Content, clause: &Clause) -> String {
    let mut text = wrapped(&clause.statement, 2);
    if let Some((first, others)) = clause.failures.split_first() {
        describe_failure(&mut text, report, first);
        if !others.is_empty() {
            let _ = writeln!(text, "    and {} more like it", others.len());
        }
        if let Some(which) = clause.failed_values() {
            text.push_str(&wrapped(&which, 4));
        }
    }
    if let Some(waived) = clause.waived() {
        text.push_str(&wrapped(&escape(&waived), 2));
    }
    if let Some(note) = &clause.note {
        let _ = writeln!(text, "  note      {note}");
    }
    if let Some(again) = &clause.again {
        let _ = writeln!(text, "  again     {} {again}", env!("CARGO_PKG_NAME"));
    }
    text
}

fn describe_failure(text: &mut String, report: &Content, failure: &Failure) {
    let _ = writeln!(text, "  in {}, step {}", failure.scenario, failure.step);
    earlier_calls(text, report, failure);
    let _ = writeln!(text, "    expected  {}", escape(&failure.expected));
    let place = match &*failure.pointer {
        "" => String::new(),
        pointer => format!("  at {}", escape(pointer)),
    };
    let _ = writeln!(text, "    actual    {}{place}", escape(&failure.actual));
    if let Some(exchange) = report.exchange(failure).filter(|it| !is_quoted(it, &failure.actual)) {
        let is_error = exchange.response.as_ref().is_some_and(|response| response.status >= 500);
        let longest = if is_error { LONGEST_ERROR } else { LONGEST };
        let _ = writeln!(text, "    response  {}", answer(exchange, longest));
    }
    if let Some(curl) = &failure.curl {
        let _ = writeln!(text, "    request   {curl}");
    }
}

/// Whether the text quotes the whole response.
fn is_quoted(exchange: &Exchange, actual: &str) -> bool {
    exchange.response.as_ref().is_some_and(|response| match &response.body {
        Some(body) => actual.ends_with(&format!("{} with {}", response.status, body.text)),
        None => actual.contains(&response.status.to_string()),
    })
}

/// The calls before the failed one that matter, the last ones if there are many.
fn earlier_calls(text: &mut String, report: &Content, failure: &Failure) {
    let is_earlier = |role: &&StepRole| role.role != Role::Failed;
    let earlier: Vec<_> = failure.steps.iter().filter(is_earlier).collect();
    let hidden = earlier.len().saturating_sub(MAX_STEPS);
    if hidden > 0 {
        let calls = counted(hidden, "earlier call");
        let _ = writeln!(text, "    before    {calls}, in the JSON report");
    }
    for role in earlier.into_iter().skip(hidden) {
        if let Some(step) = report.step(&failure.scenario, role.step) {
            let _ = writeln!(text, "    {:<9} {}", role.role.words(), call(step));
        }
    }
}

/// A call and its first response in one line.
fn call(step: &Step) -> String {
    match step.exchanges.first() {
        None => format!("step {}: {} was not sent", step.step, step.operation),
        Some(exchange) => {
            let (request, answer) = (&exchange.request, answer(exchange, LONGEST_EARLIER));
            let target = start(&request.target, LONGEST_EARLIER);
            format!("step {}: {} {target}: {answer}", step.step, request.method)
        }
    }
}

fn answer(exchange: &Exchange, longest: usize) -> String {
    let Some(response) = &exchange.response else {
        return escape(exchange.fault.as_deref().unwrap_or("no response"));
    };
    match &response.body {
        None => format!("{} without a body", response.status),
        Some(Body { text, bytes, cut }) => {
            let shown = start(text, longest);
            let whole = *cut || text.chars().nth(longest).is_some();
            let more = if whole { format!(" ({bytes} bytes)") } else { String::new() };
            format!("{} {shown}{more}", response.status)
        }
    }
}

/// The start of a text in one line.
fn start(text: &str, longest: usize) -> String {
    let start: String = text.chars().take(longest).collect();
    let dots = if start.len() < text.len() { "..." } else { "" };
    escape(&start) + dots
}
