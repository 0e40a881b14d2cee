//! The report for people: a table, what is wrong and how to see it again, what was not shown.
//!
//! Lines fit on any terminal, but for those that are to be copied and those that quote a server.

mod again;
mod failure;
mod held;
mod open;
mod paint;
mod table;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Report;
use crate::exchange::{Fault, Response, ScenarioTrace};
use crate::exit::Exit;
use crate::residue::{Effect, Residue};
use crate::text::escape;
use crate::text::wrapped;
use crate::untested::{Untested, refused_keys};
use crate::verdict::Verdict;

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
    let silent = matches!(report.untested, Some(Untested::Unanswered { .. }));
    for line in barriers(report) {
        let _ = writeln!(text, "{}\n", paint.text(Tone::Bad, &line));
    }
    text.push_str(&head(report, paint));
    if let Some(given_up) = given_up(report).filter(|_| !silent) {
        let _ = writeln!(text, "{}", paint.text(Tone::Bad, given_up));
    }
    // Of a service that never answered all this would say the same.
    if !silent {
        text.push_str(&table::render(report, paint));
        text.push_str(&failure::render(report, paint));
        text.push_str(&offered(report, paint));
        text.push_str(&again::render(report, paint));
        text.push_str(&open::render(report, paint));
        text.push_str(&held::render(report, paint));
    }
    text.push_str(&left_behind(report, paint));
    text.push_str(&summary(report, paint));
    text
}

/// What must be known before anything else: that nobody answered, or that a key was refused in all calls.
fn barriers(report: &Report<'_>) -> Vec<String> {
    match &report.untested {
        Some(untested @ Untested::Unanswered { .. }) => vec![untested.to_string()],
        _ => refused_keys(report.suite, &report.traces)
            .iter()
            .map(ToString::to_string)
            .collect(),
    }
}

/// The operations that the service seems not to offer.
fn offered(report: &Report<'_>, paint: Paint) -> String {
    let notes = report.absent.notes();
    if notes.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", paint.text(Tone::Title, "not offered"));
    text.extend(notes.iter().map(|note| wrapped(note, 2)));
    text
}

fn head(report: &Report<'_>, paint: Paint) -> String {
    let run = &report.run;
    let title = format!(
        "{} at {}",
        report.suite.contract.service.title, run.base_url
    );
    let mut text = format!(
        "{}\nlevel {}, {}, seed {}\n",
        paint.text(Tone::Title, &title),
        run.level,
        run.profile,
        run.seed
    );
    if !run.allowed.is_empty() {
        let allowed = run.allowed.iter().map(ToString::to_string);
        let allowed: Vec<_> = allowed.collect();
        let _ = writeln!(text, "allowed: {}", allowed.join(", "));
    }
    text
}

fn outcomes<'r>(report: &'r Report<'_>) -> impl Iterator<Item = &'r Result<Response, Fault>> {
    let exchanges = report.traces.iter().flat_map(ScenarioTrace::exchanges);
    exchanges.map(|exchange| &exchange.outcome)
}

/// RetryReason the run ended before its plan did, if nobody asked for that.
fn given_up(report: &Report<'_>) -> Option<&'static str> {
    outcomes(report).find_map(|outcome| match outcome {
        Err(Fault::Unanswered) => Some("given up before the end: the service stopped answering"),
        Err(Fault::Throttled) => Some("given up before the end: the service kept asking to wait"),
        _ => None,
    })
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

/// What is left behind: what the service cannot delete is counted, everything else is named.
pub(crate) fn remains(residue: &[Residue]) -> String {
    let mut text = String::new();
    let mut created: BTreeMap<&str, usize> = BTreeMap::new();
    let mut named: Vec<(&Residue, Vec<String>)> = Vec::new();
    for left in residue {
        if left.done == Effect::Created && left.unavoidable {
            *created.entry(&left.record).or_default() += 1;
            continue;
        }
        let alike = |known: &Residue| {
            (known.done, &known.record, change(known)) == (left.done, &left.record, change(left))
        };
        let known_by = escape(&left.known_by);
        match named.iter_mut().find(|(known, _)| alike(known)) {
            Some((_, things)) if things.contains(&known_by) => {}
            Some((_, things)) => things.push(known_by),
            None => named.push((left, vec![known_by])),
        }
    }
    for (left, things) in named {
        let (done, record, change) = (left.done.name(), &left.record, change(left));
        let _ = match things.as_slice() {
            [one] => writeln!(text, "  {done} {record} {one}{change}"),
            many => write!(
                text,
                "  {done} {} {record}{change}:\n{}",
                many.len(),
                wrapped(&many.join(", "), 4)
            ),
        };
    }
    for (record, count) in created {
        let _ = writeln!(text, "  created {count} {record}, which cannot be deleted");
    }
    text
}

/// What was changed of a thing and is not as it was.
fn change(left: &Residue) -> String {
    if left.done != Effect::Changed {
        return String::new();
    }
    let members = left.members.iter().map(|name| escape(name));
    let members: Vec<_> = members.collect();
    let members = match members.is_empty() {
        true => String::new(),
        false => format!(" ({})", members.join(", ")),
    };
    format!(", by {}{members}, not put back", left.operation)
}

fn summary(report: &Report<'_>, paint: Paint) -> String {
    let selected = || report.verdicts.iter().filter(|it| it.is_selected());
    let parts = Verdict::NAMES.iter().filter_map(|name| {
        let count = selected().filter(|it| it.verdict.name() == *name).count();
        (count > 0).then(|| format!("{count} {}", name.replace('_', " ")))
    });
    let parts: Vec<_> = parts.collect();
    let (count, all) = (selected().count(), report.verdicts.len());
    let mut sum = match count == all {
        true => format!("{all} clauses"),
        false => format!("{count} of {all} clauses"),
    };
    if !parts.is_empty() {
        let _ = write!(sum, ": {}", parts.join(", "));
    }
    let exit = report.exit;
    let tone = match exit {
        Exit::Conforms => Tone::Good,
        Exit::Incomplete | Exit::Interrupted => Tone::Open,
        _ => Tone::Bad,
    };
    let end = format!("{} (exit {})", meaning(report), exit.code());
    format!("\n{}{}\n", wrapped(&sum, 0), paint.text(tone, &end))
}

/// What the end of the run means.
fn meaning(report: &Report<'_>) -> String {
    let meaning = report.exit.meaning().to_owned();
    match (&report.untested, report.exit) {
        (Some(untested), Exit::Untested) => format!("could not test: {untested}"),
        (_, Exit::Conforms) => {
            let allowed = report.verdicts.iter().filter(|it| report.is_allowed(it));
            match allowed.count() {
                0 => meaning,
                count => format!(
                    "{meaning}, as far as was exercised: {count} clauses were allowed not to be"
                ),
            }
        }
        _ => meaning,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(done: Effect, known_by: &str, operation: &str) -> Residue {
        Residue {
            record: "Loan".to_owned(),
            done,
            known_by: known_by.to_owned(),
            operation: operation.to_owned(),
            members: Vec::new(),
            scenario: "loans/return_loan/returned".to_owned(),
            unavoidable: true,
        }
    }

    #[test]
    fn what_an_operation_changed_is_listed_once() {
        let residue = [
            left(Effect::Changed, "loan=1", "return_loan"),
            left(Effect::Changed, "loan=2", "return_loan"),
            left(Effect::Changed, "loan=1", "return_loan"),
            left(Effect::Changed, "loan=1", "renew_loan"),
            left(Effect::Created, "loan=3", "lend_book"),
            left(Effect::Created, "loan=4", "lend_book"),
        ];
        insta::assert_snapshot!(remains(&residue), @r"
          changed 2 Loan, by return_loan, not put back:
            loan=1, loan=2
          changed Loan loan=1, by renew_loan, not put back
          created 2 Loan, which cannot be deleted
        ");
    }
}
