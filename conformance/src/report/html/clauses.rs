//! The clauses by verdict: those that are breached in detail, others in a line.

use std::fmt::Write as _;

use super::{failure, sign};
use crate::report::Content;
use crate::report::content::{Clause, Outcome};
use crate::report::human::{by_reason, needed};
use crate::report::markup::{Name, Plain, Prose, capital};
use crate::text::counted;

/// Beyond this size of the page, only the first failure of a clause is shown, without requests and responses.
const MAX_PAGE: usize = 1_000_000;

pub(super) fn render(page: &mut String, report: &Content) {
    for verdict in [Outcome::Violated, Outcome::Deviates] {
        group(page, report, verdict, |page| {
            for clause in of(report, verdict) {
                breached(page, report, clause);
            }
        });
    }
    for verdict in [Outcome::Inconclusive, Outcome::NotExercised] {
        group(page, report, verdict, |page| reasons(page, report, verdict));
    }
    for verdict in [Outcome::Untestable, Outcome::Held] {
        group(page, report, verdict, |page| list(page, &of(report, verdict).collect::<Vec<_>>()));
    }
}

fn of(report: &Content, verdict: Outcome) -> impl Iterator<Item = &Clause> {
    report.selected().filter(move |clause| clause.verdict == verdict)
}

/// A section of the clauses with a verdict. Only what people have to do something about is open.
fn group(page: &mut String, report: &Content, verdict: Outcome, content: impl FnOnce(&mut String)) {
    let count = report.count(verdict);
    if count == 0 {
        return;
    }
    let open = if matches!(verdict, Outcome::Held | Outcome::Untestable) { "" } else { " open" };
    let name = verdict.name();
    let waived = match report.count_waived(verdict) {
        0 => String::new(),
        waived => format!(", {waived} waived"),
    };
    let _ = writeln!(
        page,
        "<details class=\"group\" id=\"{name}\"{open}>\n<summary><h2 class=\"{name}\">\
         <span class=\"sign\" aria-hidden=\"true\">{}</span> {words} <span class=\"count\">{count}{waived}\
         </span></h2></summary>",
        sign(verdict),
        words = capital(&verdict.words())
    );
    content(page);
    page.push_str("</details>\n");
}

fn breached(page: &mut String, report: &Content, clause: &Clause) {
    let (id, name) = (Plain(&clause.id), clause.verdict.name());
    let _ = write!(
        page,
        "<article class=\"clause breach {name}\" id=\"{id}\" data-verdict=\"{name}\">\n\
         <details open><summary><h3>{}</h3></summary>\n\
         <p class=\"statement\">{}</p>\n<p class=\"source\">Section {}, {}{}</p>\n",
        Name(&clause.id),
        Prose(&clause.statement),
        Plain(&clause.section),
        Plain(&clause.evidence),
        call(report, clause)
    );
    if let Some(note) = &clause.note {
        let _ = writeln!(page, "<p class=\"remark odd\">{}</p>", Plain(note));
    }
    if let Some(waived) = clause.waived() {
        let _ = writeln!(page, "<p class=\"remark\">{}</p>", Plain(&capital(&waived)));
    }
    let has_room = page.len() < MAX_PAGE;
    failure::render(page, report, clause, has_room);
    page.push_str("</details>\n</article>\n");
}

/// The operation of a clause.
fn call(report: &Content, clause: &Clause) -> String {
    let id = clause.operation.as_ref();
    let operation = report.operations.iter().find(|operation| Some(&operation.id) == id);
    operation.map_or(String::new(), |operation| {
        let (method, path) = (Plain(&operation.method), Plain(&operation.path));
        format!(", <code>{method} {path}</code>")
    })
}

fn reasons(page: &mut String, report: &Content, verdict: Outcome) {
    for (reason, clauses) in by_reason(report, verdict) {
        let allowed = if clauses.iter().any(|clause| clause.allowed) { ", allowed" } else { "" };
        let _ = write!(
            page,
            "<section class=\"reason\">\n<h3>{} <span class=\"count\">{}{allowed}</span></h3>\n",
            Plain(reason),
            counted(clauses.len(), "clause")
        );
        if let Some(known) = report.reasons.get(reason) {
            let _ = writeln!(
                page,
                "<p>{}</p>\n<p class=\"remedy\">{}</p>",
                Prose(&capital(&known.meaning)),
                Prose(&known.remedy)
            );
        }
        let wanted: Vec<_> = needed(report, verdict, reason)
            .map(|wanted| format!("<li><code>{}</code></li>", Plain(wanted)))
            .collect();
        if !wanted.is_empty() {
            let _ = writeln!(page, "<p>Needed:</p>\n<ul>{}</ul>", wanted.concat());
        }
        list(page, &clauses);
        page.push_str("</section>\n");
    }
}

/// One line for each clause; more of it if it is opened.
fn list(page: &mut String, clauses: &[&Clause]) {
    for clause in clauses {
        let (id, name) = (Plain(&clause.id), clause.verdict.name());
        let _ = write!(
            page,
            "<div class=\"clause line {name}\" id=\"{id}\" data-verdict=\"{name}\"><details>\
             <summary>{}</summary><p class=\"statement\">{}</p><p class=\"source\">Section {}, \
             {}{}</p>",
            Name(&clause.id),
            Prose(&clause.statement),
            Plain(&clause.section),
            Plain(&clause.evidence),
            shown(clause)
        );
        if clause.verdict == Outcome::Untestable {
            let reason = clause.reason.as_deref().unwrap_or_default();
            let _ = write!(page, "<p>{}</p>", Prose(reason));
        }
        if let Some(waived) = clause.waived() {
            let _ = write!(page, "<p>{}</p>", Plain(&capital(&waived)));
        } else if clause.has_idle_waiver {
            page.push_str("<p>Its waiver is no longer needed.</p>");
        }
        page.push_str(&unclear(clause));
        page.push_str("</details></div>\n");
    }
}

/// How often it held, and for what.
fn shown(clause: &Clause) -> String {
    let mut text = String::new();
    if clause.witnesses > 0 {
        let (times, things) =
            (counted(clause.witnesses, "witness"), counted(clause.things, "record"));
        let _ = write!(text, ", {times} of {things}");
    }
    if let Some(lacking) = clause.lacking_elsewhere() {
        let _ = write!(text, ", not implemented: {}", Plain(&lacking));
    }
    text
}

/// The steps that could have shown it and showed nothing.
fn unclear(clause: &Clause) -> String {
    const MAX_STEPS: usize = 5;
    if clause.unclear.is_empty() || clause.verdict == Outcome::Held {
        return String::new();
    }
    let steps = clause.unclear.iter().take(MAX_STEPS).map(|step| {
        let (scenario, reason) = (Plain(&step.scenario), Plain(&step.reason));
        format!("<li><code>{scenario}</code>, step {}: {reason}</li>", step.step)
    });
    let steps: String = steps.collect();
    let more = match clause.unclear.len().saturating_sub(MAX_STEPS) {
        0 => String::new(),
        more => format!("<li>and {more} more</li>"),
    };
    format!("<p>Steps that showed nothing:</p><ul>{steps}{more}</ul>")
}
