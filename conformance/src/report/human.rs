//! The human-readable report: a table, failures with commands to reproduce them, unexercised
//! clauses, and observations.
//!
//! Lines are short enough for any terminal, except for commands and quotes from a server.

mod answers;
mod classes;
mod failure;
mod held;
mod observations;
mod open;
mod retried;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::time::Duration;

use super::Content;
use super::content::{Leftover, Outcome};
use crate::exit::Exit;
use crate::text::{counted, escape, wrapped};

pub(super) use classes::by_operation as classes_by_operation;
pub(super) use failure::details;
pub(super) use observations::by_frequency;
pub(super) use open::{by_reason, needed};
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
pub fn render(report: &Content) -> String {
    render_with(report, Paint { on: false })
}

/// The report with colours.
pub fn render_in_colour(report: &Content) -> String {
    render_with(report, Paint { on: true })
}

fn render_with(report: &Content, paint: Paint) -> String {
    let mut text = String::new();
    for line in report.cause.iter().chain(&report.refused_keys) {
        let _ = writeln!(text, "{}\n", paint.text(Tone::Bad, wrapped(line, 0).trim_end()));
    }
    text.push_str(&head(report, paint));
    if let Some(stopped) = &report.stopped {
        let _ = writeln!(text, "{}", paint.text(Tone::Bad, stopped));
    }
    text.push_str(&list("form of responses", &report.notes, paint));
    // Where one reason explains everything, the rest would only repeat that.
    if !report.explained {
        text.push_str(&table::render(report, paint));
        text.push_str(&failure::render(report, paint));
        text.push_str(&list("not implemented", &report.unimplemented, paint));
        text.push_str(&list("waivers that are no longer needed", &idle_waivers(report), paint));
        text.push_str(&retried::render(report, paint));
        text.push_str(&open::render(report, paint));
        text.push_str(&held::render(report, paint));
        text.push_str(&classes::render(report, paint));
        text.push_str(&answers::render(report, paint));
        text.push_str(&observations::render(report, paint));
    }
    text.push_str(&render_leftovers(report, paint));
    text.push_str(&summary(report, paint));
    text
}

/// The clauses with a waiver that they do not need.
pub(super) fn idle_waivers(report: &Content) -> Vec<String> {
    let idle = report.selected().filter(|clause| clause.has_idle_waiver);
    idle.map(|clause| clause.id.clone()).collect()
}

/// Sentences below a title.
fn list(title: &str, sentences: &[String], paint: Paint) -> String {
    if sentences.is_empty() {
        return String::new();
    }
    let sentences: String = sentences.iter().map(|sentence| wrapped(sentence, 2)).collect();
    format!("\n{}\n{sentences}", paint.text(Tone::Title, title))
}

fn head(report: &Content, paint: Paint) -> String {
    let run = &report.run;
    let title = format!("{} at {}", report.service, run.base_url);
    let mut text = format!(
        "{}\nlevel {}, {}, seed {}\n",
        paint.text(Tone::Title, &title),
        run.level,
        run.profile,
        run.seed
    );
    if !run.allowed.is_empty() {
        let _ = writeln!(text, "allowed: {}", run.allowed.join(", "));
    }
    text
}

fn render_leftovers(report: &Content, paint: Paint) -> String {
    if report.leftovers.is_empty() {
        return String::new();
    }
    let journal = report.run.journal.as_ref();
    let journal = journal.map_or(String::new(), |journal| format!(", see {journal}"));
    let title = paint.text(Tone::Title, "not cleaned up");
    format!("\n{title}{journal}\n{}", list_leftovers(&report.leftovers))
}

/// Words for what a run did to a record.
const CREATED: &str = "created";
const CHANGED: &str = "changed";

/// Lists the leftovers. Those that no operation can delete or undo are only counted.
pub(crate) fn list_leftovers(leftovers: &[Leftover]) -> String {
    let mut text = String::new();
    let mut created: BTreeMap<&str, usize> = BTreeMap::new();
    let mut changed: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    let mut named: Vec<(&Leftover, Vec<String>)> = Vec::new();
    for left in leftovers {
        match left.done.as_str() {
            CREATED if left.unavoidable => {
                *created.entry(&left.record).or_default() += 1;
                continue;
            }
            CHANGED if left.unavoidable => {
                let call = (left.operation.as_str(), left.record.as_str());
                changed.entry(call).or_default().insert(&left.known_by);
                continue;
            }
            _ => {}
        }
        let effect = |left: &Leftover| (left.done.clone(), left.record.clone(), change(left));
        let known_by = escape(&left.known_by);
        match named.iter_mut().find(|(known, _)| effect(known) == effect(left)) {
            Some((_, ids)) if ids.contains(&known_by) => {}
            Some((_, ids)) => ids.push(known_by),
            None => named.push((left, vec![known_by])),
        }
    }
    for (left, ids) in named {
        let (done, record, change) = (&left.done, &left.record, change(left));
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
    for ((operation, record), records) in changed {
        let count = records.len();
        let _ = writeln!(text, "  called {operation} on {count} {record}, which cannot be undone");
    }
    for (record, count) in created {
        let _ = writeln!(text, "  created {count} {record}, which cannot be deleted");
    }
    text
}

/// The change of a record that was not restored.
fn change(left: &Leftover) -> String {
    if left.done != CHANGED {
        return String::new();
    }
    let members: Vec<_> = left.members.iter().map(|name| escape(name)).collect();
    let members =
        if members.is_empty() { String::new() } else { format!(" ({})", members.join(", ")) };
    format!(", by {}{members}, not restored", left.operation)
}

/// How long the run took.
pub(super) fn duration(report: &Content) -> Option<String> {
    let seconds = Duration::from_millis(report.run.duration_ms?).as_secs_f64();
    Some(format!("{seconds:.1} s"))
}

/// How many of the clauses were selected, and how many of these have each verdict.
pub(super) fn counts(report: &Content) -> String {
    let parts = Outcome::ALL.into_iter().filter_map(|verdict| {
        let count = report.count(verdict);
        let waived = match report.count_waived(verdict) {
            0 => String::new(),
            waived => format!(" ({waived} waived)"),
        };
        (count > 0).then(|| format!("{count} {}{waived}", verdict.words()))
    });
    let parts: Vec<_> = parts.collect();
    let (count, all) = (report.selected().count(), report.clauses.len());
    let mut sum = if count == all { String::new() } else { format!("{count} of ") };
    let _ = write!(sum, "{}", counted(all, "clause"));
    if !parts.is_empty() {
        let _ = write!(sum, ": {}", parts.join(", "));
    }
    sum
}

fn summary(report: &Content, paint: Paint) -> String {
    let exit = report.exit;
    let tone = match exit {
        Exit::Conforms => Tone::Good,
        Exit::Incomplete | Exit::Waivers | Exit::Interrupted => Tone::Open,
        _ => Tone::Bad,
    };
    let painted = |tone, text: &str| paint.text(tone, wrapped(text, 0).trim_end()) + "\n";
    // Exit code 6 names it at the end.
    let cause = report.cause.iter().filter(|_| exit != Exit::Untested);
    let cause: String = cause.map(|cause| painted(Tone::Bad, cause)).collect();
    let end = painted(tone, &format!("{} (exit {})", meaning(report), exit.code()));
    format!("\n{cause}{}{end}", wrapped(&counts(report), 0))
}

/// The meaning of the exit code.
pub(super) fn meaning(report: &Content) -> String {
    let meaning = report.exit.meaning().to_owned();
    match &report.could_not_test {
        Some(why) => format!("could not test: {why}"),
        None if report.exit == Exit::Conforms => {
            match report.clauses.iter().filter(|clause| clause.allowed).count() {
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

    fn left(done: &str, known_by: &str, operation: &str) -> Leftover {
        Leftover {
            record: "Loan".to_owned(),
            done: done.to_owned(),
            known_by: known_by.to_owned(),
            operation: operation.to_owned(),
            members: Vec::new(),
            scenario: "loans/return_loan/returned".to_owned(),
            unavoidable: true,
        }
    }

    #[test]
    fn changes_are_grouped_by_operation() {
        let leftovers = [
            left(CHANGED, "loan=1", "return_loan"),
            left(CHANGED, "loan=2", "return_loan"),
            left(CHANGED, "loan=1", "return_loan"),
            Leftover { unavoidable: false, ..left(CHANGED, "loan=1", "renew_loan") },
            left(CREATED, "loan=3", "lend_book"),
            left(CREATED, "loan=4", "lend_book"),
        ];
        insta::assert_snapshot!(list_leftovers(&leftovers), @r"
          changed Loan loan=1, by renew_loan, not restored
          called return_loan on 2 Loan, which cannot be undone
          created 2 Loan, which cannot be deleted
        ");
    }
}
