//! The report as workflow commands of GitHub Actions, which are shown as annotations of the workflow run.
//!
//! <https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions>

use std::collections::BTreeMap;

use super::Content;
use super::content::{Clause, Outcome};
use super::human;
use crate::reason::Reason;
use crate::text::{counted, escape};

/// The report as workflow commands, one a line. Without anything to annotate it is empty.
pub fn render(report: &Content) -> String {
    let mut text = String::new();
    if let Some(why) = &report.could_not_test {
        text.push_str(&command("error", "Could not test", why));
    }
    if let Some(stopped) = &report.stopped {
        text.push_str(&command("warning", "The run ended early", stopped));
    }
    let mut open: BTreeMap<(Outcome, &str), usize> = BTreeMap::new();
    for clause in report.selected() {
        match clause.verdict {
            Outcome::Violated | Outcome::Deviates => text.push_str(&breach(clause)),
            Outcome::NotExercised | Outcome::Inconclusive if !clause.allowed => {
                let reason = clause.reason.as_deref().unwrap_or_default();
                // A leftover does not make a run incomplete.
                if reason != Reason::LegallyAbsent.name() {
                    *open.entry((clause.verdict, reason)).or_default() += 1;
                }
            }
            _ => {}
        }
    }
    for ((verdict, reason), count) in open {
        let title = format!("{} {} ({reason})", counted(count, "clause"), verdict.words());
        text.push_str(&command("warning", &title, report.meaning(reason)));
    }
    for answer in report.contradicted_answers() {
        let [expected, actual] = answer.difference().map(escape);
        let member = match escape(&answer.member) {
            none if none.is_empty() => none,
            member => format!("\n  at: {member}"),
        };
        let message = format!(
            "The service contradicts an answer of the overlay.{member}\n  expected: {expected}\n  actual: {actual}"
        );
        text.push_str(&command("warning", &answer.gap, &message));
    }
    for id in human::idle_waivers(report) {
        text.push_str(&command("warning", &id, "The waiver is no longer needed."));
    }
    let left: Vec<_> = report.leftovers.iter().filter(|left| !left.unavoidable).collect();
    if let Some(first) = left.first() {
        let title = format!("{} not cleaned up", counted(left.len(), "record"));
        let first = format!("The first is {} {} of {}", first.done, first.record, first.scenario);
        text.push_str(&command("error", &title, &first));
    }
    text
}

fn breach(clause: &Clause) -> String {
    let waived = clause.waived();
    let kind = match (clause.verdict, &waived) {
        (Outcome::Violated, None) => "error",
        (Outcome::Violated, Some(_)) => "notice",
        _ => "warning",
    };
    let mut lines = vec![clause.statement.clone()];
    lines.extend(waived);
    if let Some(failure) = clause.failures.first() {
        lines.push(format!("in {}, step {}", failure.scenario, failure.step));
        lines.push(format!("  expected: {}", escape(&failure.expected)));
        lines.push(format!("  actual: {}", escape(&failure.actual)));
    }
    if let more @ 1.. = clause.failures.len().saturating_sub(1) {
        lines.push(format!("and {more} more like it"));
    }
    let again = clause.again.as_ref();
    lines.extend(again.map(|again| format!("again: {} {again}", env!("CARGO_PKG_NAME"))));
    command(kind, &format!("{} {}", clause.id, clause.verdict.words()), &lines.join("\n"))
}

/// A command. `%`, line breaks, and in properties also `:` and `,` are escaped, so that no text can end the command or
/// start another one.
fn command(kind: &str, title: &str, message: &str) -> String {
    let data = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    format!("::{kind} title={}::{}\n", property(title), data(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_begin_another_command() {
        let made = command("error", "a,b:c", "100%\n::stop-commands::x\r");
        assert_eq!(made, "::error title=a%2Cb%3Ac::100%25%0A::stop-commands::x%0D\n");
    }
}
