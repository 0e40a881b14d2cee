//! The report for people: a table, what is wrong and how to see it again, what was not shown.
//!
//! Lines fit on any terminal, but for those that are to be copied and those that quote a server.

mod again;
mod failure;
mod held;
mod key;
mod open;
mod paint;
mod table;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Report;
use super::escape::escape;
use super::wrap::wrapped;
use crate::exchange::{Fault, Play, Response};
use crate::exit::Exit;
use crate::residue::{Done, Residue};
use crate::verdict::{Verdict, counts};

pub(super) use again::line as doubt;
pub(super) use failure::details;
use paint::{Paint, Tone};

/// The report as text; nothing in it is obeyed by a terminal.
#[must_use]
pub fn render(report: &Report<'_>) -> String {
    painted(report, Paint { on: false })
}

/// The report as text with colours.
#[must_use]
pub fn render_in_colour(report: &Report<'_>) -> String {
    painted(report, Paint { on: true })
}

fn painted(report: &Report<'_>, paint: Paint) -> String {
    let mut text = String::new();
    let silence = silence(report);
    if let Some(silence) = &silence {
        let _ = writeln!(text, "{}\n", paint.text(Tone::Bad, silence));
    }
    text.push_str(&key::render(report, paint));
    text.push_str(&head(report, paint));
    if let Some(given_up) = given_up(report).filter(|_| silence.is_none()) {
        let _ = writeln!(text, "{}", paint.text(Tone::Bad, given_up));
    }
    // Of a service that never answered all this would say the same.
    if silence.is_none() {
        text.push_str(&table::render(report, paint));
        text.push_str(&failure::render(report, paint));
        text.push_str(&again::render(report, paint));
        text.push_str(&open::render(report, paint));
        text.push_str(&held::render(report, paint));
    }
    text.push_str(&left_behind(report, paint));
    text.push_str(&summary(report, silence.as_deref(), paint));
    text
}

fn head(report: &Report<'_>, paint: Paint) -> String {
    let run = &report.run;
    let title = format!(
        "{} at {}",
        report.suite.contract.service.title, run.base_url
    );
    format!(
        "{}\nlevel {}, {}, seed {}\n",
        paint.text(Tone::Title, &title),
        run.level,
        run.profile,
        run.seed
    )
}

fn outcomes<'a>(report: &Report<'a>) -> impl Iterator<Item = &'a Result<Response, Fault>> {
    let exchanges = report.plays.iter().flat_map(Play::exchanges);
    exchanges.map(|exchange| &exchange.outcome)
}

/// Why the run ended before its plan did, if nobody asked for that.
fn given_up(report: &Report<'_>) -> Option<&'static str> {
    outcomes(report).find_map(|outcome| match outcome {
        Err(Fault::Unanswered) => Some("given up before the end: the service stopped answering"),
        Err(Fault::PutOff) => Some("given up before the end: the service kept asking to wait"),
        _ => None,
    })
}

/// That nobody answered at all, and why, if that is so.
fn silence(report: &Report<'_>) -> Option<String> {
    if outcomes(report).any(Result::is_ok) {
        return None;
    }
    let mut faults = outcomes(report).filter_map(|outcome| outcome.as_ref().err());
    let fault = faults.find(|fault| !fault.is_end_of_run())?;
    let (base_url, fault) = (&report.run.base_url, escape(&fault.to_string()));
    Some(format!("no answer from {base_url}: {fault}"))
}

fn left_behind(report: &Report<'_>, paint: Paint) -> String {
    let mut text = String::new();
    if report.residue.is_empty() {
        return text;
    }
    let _ = write!(text, "\n{}", paint.text(Tone::Title, "left behind"));
    if let Some(journal) = &report.run.journal {
        let _ = write!(text, ", see {journal}");
    }
    text.push('\n');
    text.push_str(&remains(&report.residue));
    text
}

/// What is left behind, a line for each thing.
pub(crate) fn remains(residue: &[Residue]) -> String {
    let mut text = String::new();
    // What the service cannot delete is counted; what was changed or should be gone is named.
    let mut created: BTreeMap<&str, usize> = BTreeMap::new();
    let mut named: Vec<(String, usize)> = Vec::new();
    for left in residue {
        if left.done == Done::Created && left.unavoidable {
            *created.entry(&left.record).or_default() += 1;
            continue;
        }
        let known_by = escape(&left.known_by);
        let line = format!("{} {} {known_by}", left.done.name(), left.record);
        match named.iter_mut().find(|(known, _)| *known == line) {
            Some((_, times)) => *times += 1,
            None => named.push((line, 1)),
        }
    }
    for (line, times) in named {
        let times = if times > 1 {
            format!(", {times} times")
        } else {
            String::new()
        };
        let _ = writeln!(text, "  {line}{times}");
    }
    for (record, count) in created {
        let _ = writeln!(text, "  created {count} {record}, which cannot be deleted");
    }
    text
}

fn summary(report: &Report<'_>, silence: Option<&str>, paint: Paint) -> String {
    let counts = counts(&report.verdicts);
    let parts = Verdict::NAMES.iter().filter_map(|name| {
        let count = counts.get(name).copied().unwrap_or_default();
        (count > 0).then(|| format!("{count} {}", name.replace('_', " ")))
    });
    let parts: Vec<_> = parts.collect();
    let sum = format!("{} clauses: {}", report.verdicts.len(), parts.join(", "));
    let exit = report.exit;
    let tone = match exit {
        Exit::Conforms => Tone::Good,
        Exit::Incomplete | Exit::Interrupted if silence.is_none() => Tone::Open,
        _ => Tone::Bad,
    };
    let end = format!(
        "{} (exit {})",
        silence.unwrap_or(exit.meaning()),
        exit.code()
    );
    format!("\n{}{}\n", wrapped(&sum, 0), paint.text(tone, &end))
}
