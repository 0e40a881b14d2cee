//! The report in Markdown, for the summary of a pull request or a job: counts, failures, and what was not exercised.

use std::fmt::Write as _;

use super::Content;
use super::content::{Body, Clause, Exchange, Failure, Outcome, Role, StepRole};
use super::human::{by_reason, counts, duration, idle_waivers, meaning, needed};
use super::markup::{Plain, capital};
use crate::text::{counted, escape};

/// The most breached clauses with details.
const MAX_DETAILED: usize = 20;
/// The most clauses that are listed of a reason.
const MAX_LISTED: usize = 40;
/// The most characters of a body.
const LONGEST_BODY: usize = 1_000;

/// The report as Markdown.
pub fn render(report: &Content) -> String {
    let run = &report.run;
    let mut text = format!("## {}: {}\n\n", inline(&report.service), inline(&meaning(report)));
    let mut facts = vec![code(&run.base_url), format!("level {}", run.level)];
    facts.push(inline(&run.profile));
    facts.extend(duration(report));
    let _ = writeln!(text, "{}.\n\n{}.", facts.join(", "), inline(&counts(report)));
    let remarks = report.cause.iter().chain(&report.refused_keys).chain(&report.stopped);
    for remark in remarks.chain(&report.unimplemented).chain(&report.notes) {
        let _ = write!(text, "\n> {}\n", inline(remark));
    }
    if !report.explained {
        table(&mut text, report);
        breaches(&mut text, report, Outcome::Violated);
        breaches(&mut text, report, Outcome::Deviates);
        open(&mut text, report, Outcome::NotExercised);
        open(&mut text, report, Outcome::Inconclusive);
        answers(&mut text, report);
    }
    let idle: Vec<_> = idle_waivers(report).iter().map(|id| code(id)).collect();
    if !idle.is_empty() {
        let _ = write!(text, "\nWaivers that are no longer needed: {}\n", idle.join(", "));
    }
    leftovers(&mut text, report);
    text
}

/// The operations with a clause that did not hold.
fn table(text: &mut String, report: &Content) {
    let open = [Outcome::Violated, Outcome::Deviates, Outcome::NotExercised, Outcome::Inconclusive];
    let open: Vec<_> = open.into_iter().filter(|verdict| report.count(*verdict) > 0).collect();
    if open.is_empty() {
        return;
    }
    let names: Vec<_> = open.iter().map(|verdict| verdict.words()).collect();
    let _ = writeln!(text, "\n| operation | {} | held |", names.join(" | "));
    let _ = writeln!(text, "| --- |{}", " ---: |".repeat(open.len() + 1));
    let operations = report.operations.iter().map(|operation| Some(operation.id.as_str()));
    for operation in std::iter::once(None).chain(operations) {
        let count = |verdict: Outcome| {
            let clauses = report.selected().filter(|it| it.operation.as_deref() == operation);
            clauses.filter(|clause| clause.verdict == verdict).count()
        };
        let counts: Vec<_> = open.iter().map(|verdict| count(*verdict)).collect();
        if counts.iter().any(|count| *count > 0) {
            let counts: Vec<_> = counts.iter().map(ToString::to_string).collect();
            let name = operation.map_or("the whole service".to_owned(), code);
            let held = count(Outcome::Held);
            let _ = writeln!(text, "| {name} | {} | {held} |", counts.join(" | "));
        }
    }
}

/// The answers of the overlay that the service contradicts.
fn answers(text: &mut String, report: &Content) {
    let count = report.contradicted_answers().count();
    if count > 0 {
        let _ = write!(text, "\n### Contradicted answers of the overlay ({count})\n\n");
    }
    for answer in report.contradicted_answers() {
        let [expected, actual] = answer.difference().map(code);
        let place = match &*answer.member {
            "" => String::new(),
            member => format!(" at {}", code(member)),
        };
        let gap = code(&answer.gap);
        let _ = writeln!(text, "- {gap}{place}: expected {expected}, actual {actual}");
    }
}

/// The records that are left behind.
fn leftovers(text: &mut String, report: &Content) {
    let all = report.leftovers.len();
    let avoidable = report.leftovers.iter().filter(|left| !left.unavoidable).count();
    if all > 0 {
        let _ = write!(text, "\n{} left behind", counted(all, "record"));
        text.push_str(&match avoidable {
            0 => ", which no operation removes or restores.\n".to_owned(),
            count => format!("; {count} of them should have been removed or restored.\n"),
        });
    }
}

fn breaches(text: &mut String, report: &Content, verdict: Outcome) {
    let clauses: Vec<_> = report.selected().filter(|clause| clause.verdict == verdict).collect();
    if clauses.is_empty() {
        return;
    }
    let waived = match report.count_waived(verdict) {
        0 => String::new(),
        waived => format!(", {waived} waived"),
    };
    let _ = writeln!(text, "\n### {} ({}{waived})", capital(&verdict.words()), clauses.len());
    for clause in clauses.iter().take(MAX_DETAILED) {
        let (id, section) = (Plain(&clause.id), Plain(&clause.section));
        let _ = write!(
            text,
            "\n<details>\n<summary><code>{id}</code> ({section})</summary>\n\n{}\n\n",
            inline(&clause.statement)
        );
        details(text, report, clause);
        text.push_str("\n</details>\n");
    }
    let rest: Vec<_> = clauses.iter().skip(MAX_DETAILED).map(|clause| code(&clause.id)).collect();
    if !rest.is_empty() {
        let _ = writeln!(text, "\nAlso: {}", rest.join(", "));
    }
}

fn details(text: &mut String, report: &Content, clause: &Clause) {
    if let Some(waived) = clause.waived() {
        let _ = writeln!(text, "- {}", escaped(&waived));
    }
    let Some((failure, others)) = clause.failures.split_first() else {
        return;
    };
    let more = match others.len() {
        0 => String::new(),
        count => format!(", and {count} more like it"),
    };
    let place = match &*failure.pointer {
        "" => String::new(),
        pointer => format!(" at {}", code(pointer)),
    };
    let _ = writeln!(text, "- expected: {}", code(&failure.expected));
    let _ = writeln!(text, "- actual: {}{place}", code(&failure.actual));
    let _ = writeln!(text, "- in {}, step {}{more}", code(&failure.scenario), failure.step);
    if let Some(which) = clause.failed_values() {
        let _ = writeln!(text, "- {}", escaped(&which));
    }
    earlier(text, report, failure);
    if let Some(exchange) = report.exchange(failure) {
        text.push_str(&fenced("http", &request(exchange)));
        text.push_str(&fenced("http", &response(exchange)));
    }
    if let Some(curl) = &failure.curl {
        text.push_str(&fenced("sh", curl));
    }
}

/// The calls before the failed one that matter.
fn earlier(text: &mut String, report: &Content, failure: &Failure) {
    let is_earlier = |role: &&StepRole| role.role != Role::Failed;
    for role in failure.steps.iter().filter(is_earlier) {
        let step = report.step(&failure.scenario, role.step);
        let Some(exchange) = step.and_then(|step| step.exchanges.first()) else {
            continue;
        };
        let (method, target) = (&exchange.request.method, &exchange.request.target);
        let status = match &exchange.response {
            Some(response) => response.status.to_string(),
            None => "no response".to_owned(),
        };
        let call = code(&format!("{method} {target}"));
        let _ = writeln!(text, "- step {} before it: {call}: {status}", role.step);
    }
}

fn request(exchange: &Exchange) -> String {
    let request = &exchange.request;
    let headers = request.headers.iter().map(|(name, value)| format!("\n{name}: {value}"));
    let line = format!("{} {}{}", request.method, request.target, headers.collect::<String>());
    with_body(line, request.body.as_ref())
}

fn response(exchange: &Exchange) -> String {
    match &exchange.response {
        Some(response) => with_body(response.status.to_string(), response.body.as_ref()),
        None => exchange.fault.clone().unwrap_or_default(),
    }
}

fn with_body(head: String, body: Option<&Body>) -> String {
    let Some(body) = body else {
        return head;
    };
    let start: String = body.text.chars().take(LONGEST_BODY).collect();
    let is_cut = body.cut || start.len() < body.text.len();
    let more = if is_cut { format!("\n... ({} bytes)", body.bytes) } else { String::new() };
    format!("{head}\n\n{start}{more}")
}

/// The clauses with a verdict by reason, with what is needed.
fn open(text: &mut String, report: &Content, verdict: Outcome) {
    let groups = by_reason(report, verdict);
    if groups.is_empty() {
        return;
    }
    let _ = write!(text, "\n### {} ({})\n\n", capital(&verdict.words()), report.count(verdict));
    for (reason, clauses) in groups {
        let meaning = inline(report.meaning(reason));
        let count = counted(clauses.len(), "clause");
        let _ = writeln!(text, "- {}, {count}: {meaning}", code(reason));
        for wanted in needed(report, verdict, reason) {
            let _ = writeln!(text, "  - needed: {}", code(wanted));
        }
        let ids: Vec<_> = clauses.iter().take(MAX_LISTED).map(|it| code(&it.id)).collect();
        let dots = if clauses.len() > MAX_LISTED { ", ..." } else { "" };
        let list = format!("{}{dots}", ids.join(", "));
        let _ = writeln!(text, "  <details><summary>clauses</summary>\n\n  {list}\n  </details>");
    }
}

/// A sentence whose code between backticks stays code, and whose markup shows as it is.
fn inline(text: &str) -> String {
    let is_paired = text.matches('`').count().is_multiple_of(2);
    let part = |(index, part): (usize, &str)| {
        if is_paired && index % 2 == 1 { code(part) } else { escaped(part) }
    };
    text.split('`').enumerate().map(part).collect()
}

/// A text whose characters have no meaning in Markdown.
fn escaped(text: &str) -> String {
    let mut shown = String::new();
    for c in escape(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '#' | '&') {
            shown.push('\\');
        }
        shown.push(c);
    }
    shown
}

/// A text as code in a line.
fn code(text: &str) -> String {
    // A line break in code would end the item that it is in.
    let text = escape(text);
    let ticks = "`".repeat(longest_run(&text) + 1);
    let space =
        if text.starts_with('`') || text.ends_with('`') || text.is_empty() { " " } else { "" };
    format!("{ticks}{space}{text}{space}{ticks}")
}

/// A text as a block of code.
fn fenced(language: &str, text: &str) -> String {
    let ticks = "`".repeat(longest_run(text).max(2) + 1);
    let lines: Vec<_> = text.lines().map(escape).collect();
    format!("\n{ticks}{language}\n{}\n{ticks}\n", lines.join("\n"))
}

/// The most backticks in a row.
fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_server_stays_text() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a``\nb`"), "``` a``\\u{a}b` ```");
        assert_eq!(inline("`a*` is *<b>*"), "`a*` is \\*\\<b\\>\\*");
        assert_eq!(fenced("http", "a\n```\n\u{1b}b"), "\n````http\na\n```\n\\u{1b}b\n````\n");
    }
}
