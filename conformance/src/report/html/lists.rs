//! What a report has beside the verdicts: retries, classes of values, observations, leftovers.

use std::fmt::Write as _;

use crate::report::Content;
use crate::report::human::{by_frequency, classes_by_operation, flaky_line, list_leftovers};
use crate::report::markup::{Plain, Prose};
use crate::text::counted;

pub(super) fn render(page: &mut String, report: &Content) {
    if !report.explained {
        retried(page, report);
        classes(page, report);
        answers(page, report);
        observations(page, report);
    }
    leftovers(page, report);
}

/// A part of the page that is folded.
fn part(page: &mut String, title: &str, about: &str, content: impl FnOnce(&mut String)) {
    let _ = writeln!(
        page,
        "<details class=\"part-of-page\">\n<summary><h2>{title}</h2> <span class=\"count\">{about}\
         </span></summary>"
    );
    content(page);
    page.push_str("</details>\n");
}

fn retried(page: &mut String, report: &Content) {
    if report.repeated.is_empty() {
        return;
    }
    let count = counted(report.repeated.len(), "scenario");
    part(page, "Retried", &count, |page| {
        for repeated in &report.repeated {
            let _ = writeln!(
                page,
                "<h3>{}</h3><p>{}: {}.</p>",
                Plain(&repeated.scenario),
                counted(repeated.tries, "attempt"),
                Prose(&repeated.meaning)
            );
            for doubt in &repeated.doubts {
                let _ = writeln!(page, "<p>{}</p>", Plain(&flaky_line(doubt, repeated.tries)));
            }
        }
    });
}

fn classes(page: &mut String, report: &Content) {
    let by_operation = classes_by_operation(report);
    if by_operation.is_empty() {
        return;
    }
    let all = || report.clauses.iter().filter_map(|clause| clause.classes.as_ref());
    let seen: usize = all().map(|classes| classes.seen.len()).sum();
    let missing: usize = all().map(|classes| classes.missing.len()).sum();
    let about = format!("{seen} of {} seen", seen + missing);
    part(page, "Classes of values", &about, |page| {
        for (operation, clauses) in by_operation {
            let _ = writeln!(page, "<h3>{}</h3><ul class=\"classes\">", Plain(operation));
            for clause in clauses {
                let Some(classes) = &clause.classes else { continue };
                let all = classes.seen.len() + classes.missing.len();
                let missing = match classes.missing.join(", ") {
                    none if none.is_empty() => String::new(),
                    some => format!("; not seen: {}", Plain(&some)),
                };
                let _ = writeln!(
                    page,
                    "<li><a href=\"#{id}\">{id}</a>: <code>{}</code>, {} of {all}{missing}</li>",
                    Plain(&classes.input),
                    classes.seen.len(),
                    id = Plain(&clause.id)
                );
            }
            page.push_str("</ul>\n");
        }
    });
}

/// The answers of the overlay that the service contradicts.
fn answers(page: &mut String, report: &Content) {
    let count = report.contradicted_answers().count();
    if count == 0 {
        return;
    }
    let about = format!("{count} contradicted");
    part(page, "Answers of the overlay", &about, |page| {
        page.push_str("<ul>\n");
        for answer in report.contradicted_answers() {
            let [expected, actual] = answer.difference();
            let place = match &*answer.member {
                "" => String::new(),
                member => format!(" at <code>{}</code>", Plain(member)),
            };
            let _ = writeln!(
                page,
                "<li><code>{}</code>{place}: expected <code>{}</code>, actual <code>{}</code></li>",
                Plain(&answer.gap),
                Plain(expected),
                Plain(actual)
            );
        }
        page.push_str("</ul>\n");
    });
}

fn observations(page: &mut String, report: &Content) {
    let groups: Vec<_> = report.observations.chunk_by(|a, b| a.gap == b.gap).collect();
    if groups.is_empty() {
        return;
    }
    let about = format!(
        "{} in {}, where the document is silent",
        counted(report.observations.len(), "observation"),
        counted(groups.len(), "gap")
    );
    part(page, "Observations", &about, |page| {
        for group in groups {
            let gap = group.first().map_or("", |first| first.gap.as_str());
            let note = report.gaps.get(gap).map_or("", String::as_str);
            let _ = writeln!(
                page,
                "<section class=\"gap\"><h3>{}</h3><p>{}</p><ul>",
                Plain(gap),
                Prose(note)
            );
            for seen in by_frequency(group) {
                let (times, value) = (counted(seen.witnesses, "time"), Plain(&seen.value));
                let _ = writeln!(page, "<li><span class=\"count\">{times}</span> {value}</li>");
            }
            page.push_str("</ul></section>\n");
        }
    });
}

fn leftovers(page: &mut String, report: &Content) {
    if report.leftovers.is_empty() {
        return;
    }
    let count = counted(report.leftovers.len(), "record");
    part(page, "Not cleaned up", &count, |page| {
        if let Some(journal) = &report.run.journal {
            let _ = writeln!(page, "<p>Journal: <code>{}</code></p>", Plain(journal));
        }
        let list = list_leftovers(&report.leftovers);
        let _ = writeln!(page, "<pre tabindex=\"0\">{}</pre>", Plain(&list));
    });
}
