//! The human-readable report: a table, failures with commands to reproduce them, unexercised
//! clauses, and observations.
//!
//! Lines are short enough for any terminal, except for commands and quotes from a server.

mod classes;
mod failure;
mod held;
mod observations;
mod open;
mod retried;
mod table;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Report;
use crate::exchange::{Fault, ScenarioTrace};
use crate::exit::Exit;
use crate::leftovers::{Effect, Leftover};
use crate::text::{counted, escape, wrapped};
use crate::untested::{RefusedKey, ResponseKind, UntestedCause};
use crate::verdict::Verdict;

pub(super) use failure::details;
pub(super) use retried::line as flaky_line;

/// Adds colours, or returns text unchanged.
#[derive(Clone, Copy)]
struct Paint {
    on: bool,
}

/// Purpose of a colour.
#[derive(Clone, Copy)]
enum Tone {
    Good,
    Bad,
    Open,
    Title,
}

impl Paint {
    fn text(self, tone: Tone, text: &str) -> String {
        let code = match tone {
            Tone::Good => "32",
            Tone::Bad => "1;31",
            Tone::Open => "33",
            Tone::Title => "1",
        };
        if self.on { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

/// The report as text without control characters.
pub fn render(report: &Report<'_>) -> String {
    render_with(report, Paint { on: false })
}

/// The report with colours.
pub fn render_in_colour(report: &Report<'_>) -> String {
    render_with(report, Paint { on: true })
}

fn render_with(report: &Report<'_>, paint: Paint) -> String {
    let mut text = String::new();
    let silent = matches!(report.untested_cause, Some(UntestedCause::Unanswered { .. }));
    let is_explained = silent || (report.untested_cause.is_some() && report.exit == Exit::Untested);
    for line in render_untested_causes(report) {
        let _ = writeln!(text, "{}\n", paint.text(Tone::Bad, wrapped(&line, 0).trim_end()));
    }
    text.push_str(&head(report, paint));
    if let Some(stop_reason) = stop_reason(report).filter(|_| !silent) {
        let _ = writeln!(text, "{}", paint.text(Tone::Bad, stop_reason));
    }
    text.push_str(&notes(report, paint));
    // Where one reason explains everything, the rest would only repeat that.
    if !is_explained {
        text.push_str(&table::render(report, paint));
        text.push_str(&failure::render(report, paint));
        text.push_str(&unimplemented(report, paint));
        text.push_str(&retried::render(report, paint));
        text.push_str(&open::render(report, paint));
        text.push_str(&held::render(report, paint));
        text.push_str(&classes::render(report, paint));
        text.push_str(&observations::render(report, paint));
    }
    text.push_str(&render_leftovers(report, paint));
    text.push_str(&summary(report, paint));
    text
}

/// What explains all other results, or those of a key.
fn render_untested_causes(report: &Report<'_>) -> Vec<String> {
    let untested_cause = report.untested_cause.iter();
    let is_other = |key: &&RefusedKey| {
        report.untested_cause != Some(UntestedCause::KeyRefused(RefusedKey::clone(key)))
    };
    let keys = report.refused_keys.iter().filter(is_other);
    untested_cause.map(ToString::to_string).chain(keys.map(ToString::to_string)).collect()
}

/// The operations that the service does not seem to implement, unless it seems to have none.
fn unimplemented(report: &Report<'_>, paint: Paint) -> String {
    if report
        .untested_cause
        .as_ref()
        .is_some_and(|untested_cause| untested_cause.is_only(ResponseKind::NotFound))
    {
        return String::new();
    }
    let notes: String = report.unimplemented.notes().iter().map(|note| wrapped(note, 2)).collect();
    if notes.is_empty() {
        return notes;
    }
    format!("\n{}\n{notes}", paint.text(Tone::Title, "not implemented"))
}

/// What was odd about the form of responses.
fn notes(report: &Report<'_>, paint: Paint) -> String {
    let notes: String = report.notes.iter().map(|note| wrapped(note, 2)).collect();
    if notes.is_empty() {
        return notes;
    }
    format!("\n{}\n{notes}", paint.text(Tone::Title, "form of responses"))
}

fn head(report: &Report<'_>, paint: Paint) -> String {
    let run = &report.run;
    let title = format!("{} at {}", report.suite.contract.service.title, run.base_url);
    let mut text = format!(
        "{}\nlevel {}, {}, seed {}\n",
        paint.text(Tone::Title, &title),
        run.level,
        run.profile,
        run.seed
    );
    if !run.allowed.is_empty() {
        let allowed: Vec<_> = run.allowed.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "allowed: {}", allowed.join(", "));
    }
    text
}

/// Why the run stopped early, unless it was interrupted.
fn stop_reason(report: &Report<'_>) -> Option<&'static str> {
    let mut exchanges = report.traces.iter().flat_map(ScenarioTrace::exchanges);
    exchanges.find_map(|exchange| match exchange.outcome {
        Err(Fault::Unanswered) => Some("stopped early: the service does not answer"),
        Err(Fault::Oversized) => {
            Some("stopped early: the responses of the service take more memory than a run may use")
        }
        Err(Fault::Throttled) => Some("stopped early: the service keeps asking to wait"),
        _ => None,
    })
}

fn render_leftovers(report: &Report<'_>, paint: Paint) -> String {
    if report.leftovers.is_empty() {
        return String::new();
    }
    let journal = report.run.journal.as_ref();
    let journal = journal.map_or(String::new(), |journal| format!(", see {journal}"));
    let title = paint.text(Tone::Title, "not cleaned up");
    format!("\n{title}{journal}\n{}", list_leftovers(&report.leftovers))
}

/// Lists the leftovers. Records that the service cannot delete are only counted.
pub(crate) fn list_leftovers(leftovers: &[Leftover]) -> String {
    let mut text = String::new();
    let mut created: BTreeMap<&str, usize> = BTreeMap::new();
    let mut named: Vec<(&Leftover, Vec<String>)> = Vec::new();
    for left in leftovers {
        if left.done == Effect::Created && left.unavoidable {
            *created.entry(&left.record).or_default() += 1;
            continue;
        }
        let effect = |left: &Leftover| (left.done, left.record.clone(), change(left));
        let known_by = escape(&left.known_by);
        match named.iter_mut().find(|(known, _)| effect(known) == effect(left)) {
            Some((_, ids)) if ids.contains(&known_by) => {}
            Some((_, ids)) => ids.push(known_by),
            None => named.push((left, vec![known_by])),
        }
    }
    for (left, ids) in named {
        let (done, record, change) = (left.done.name(), &left.record, change(left));
        let _ = match ids.as_slice() {
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

/// The change of a record that was not restored.
fn change(left: &Leftover) -> String {
    if left.done != Effect::Changed {
        return String::new();
    }
    let members: Vec<_> = left.members.iter().map(|name| escape(name)).collect();
    let members =
        if members.is_empty() { String::new() } else { format!(" ({})", members.join(", ")) };
    format!(", by {}{members}, not restored", left.operation)
}

fn summary(report: &Report<'_>, paint: Paint) -> String {
    let selected = || report.verdicts.iter().filter(|verdict| verdict.is_selected());
    let parts = Verdict::ALL.iter().map(|text| text.name).filter_map(|name| {
        let count = selected().filter(|found| found.verdict.name() == name).count();
        (count > 0).then(|| format!("{count} {}", name.replace('_', " ")))
    });
    let parts: Vec<_> = parts.collect();
    let (count, all) = (selected().count(), report.verdicts.len());
    let mut sum = if count == all { String::new() } else { format!("{count} of ") };
    let _ = write!(sum, "{}", counted(all, "clause"));
    if !parts.is_empty() {
        let _ = write!(sum, ": {}", parts.join(", "));
    }
    let exit = report.exit;
    let tone = match exit {
        Exit::Conforms => Tone::Good,
        Exit::Incomplete | Exit::Interrupted => Tone::Open,
        _ => Tone::Bad,
    };
    let painted = |tone, text: &str| paint.text(tone, wrapped(text, 0).trim_end()) + "\n";
    // Exit code 6 names it at the end.
    let untested_cause = report.untested_cause.iter().filter(|_| exit != Exit::Untested);
    let untested_cause: String = untested_cause
        .map(|untested_cause| painted(Tone::Bad, &untested_cause.to_string()))
        .collect();
    let end = painted(tone, &format!("{} (exit {})", meaning(report), exit.code()));
    format!("\n{untested_cause}{}{end}", wrapped(&sum, 0))
}

/// The meaning of the exit code.
fn meaning(report: &Report<'_>) -> String {
    let meaning = report.exit.meaning().to_owned();
    match report.could_not_test() {
        Some(why) => format!("could not test: {why}"),
        None if report.exit == Exit::Conforms => {
            match report.verdicts.iter().filter(|verdict| report.is_allowed(verdict)).count() {
                0 => meaning,
                count => format!(
                    "{meaning}, except for {} not exercised, as allowed",
                    counted(count, "clause")
                ),
            }
        }
        None => meaning,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(done: Effect, known_by: &'static str, operation: &str) -> Leftover {
        Leftover {
            record: "Loan".to_owned(),
            done,
            known_by: known_by.into(),
            operation: operation.to_owned(),
            members: Vec::new(),
            scenario: "loans/return_loan/returned".to_owned(),
            unavoidable: true,
        }
    }

    #[test]
    fn changes_are_grouped_by_operation() {
        let leftovers = [
            left(Effect::Changed, "loan=1", "return_loan"),
            left(Effect::Changed, "loan=2", "return_loan"),
            left(Effect::Changed, "loan=1", "return_loan"),
            left(Effect::Changed, "loan=1", "renew_loan"),
            left(Effect::Created, "loan=3", "lend_book"),
            left(Effect::Created, "loan=4", "lend_book"),
        ];
        insta::assert_snapshot!(list_leftovers(&leftovers), @r"
          changed 2 Loan, by return_loan, not restored:
            loan=1, loan=2
          changed Loan loan=1, by renew_loan, not restored
          created 2 Loan, which cannot be deleted
        ");
    }
}
