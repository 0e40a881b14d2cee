//! A failure: the difference, and the steps that lead to it as a sequence.

use std::fmt::Write as _;

use super::body;
use crate::report::Content;
use crate::report::content::{Clause, Exchange, Failure, Role, Step};
use crate::report::markup::Plain;
use crate::text::counted;

/// The most failures of a clause that are shown with their steps, and that are listed.
const MAX_DETAILED: usize = 3;
const MAX_LISTED: usize = 20;

/// The failures of a clause; with requests and responses if there is room.
pub(super) fn render(page: &mut String, report: &Content, clause: &Clause, has_room: bool) {
    if let Some(which) = clause.failed_values() {
        let _ = writeln!(page, "<p>Fails {}.</p>", Plain(&which));
    }
    let detailed = if has_room { MAX_DETAILED } else { 1 };
    for (index, failure) in clause.failures.iter().take(detailed).enumerate() {
        let place = format!("<code>{}</code>, step {}", Plain(&failure.scenario), failure.step);
        if index == 0 {
            let _ = writeln!(page, "<p class=\"place\">In {place}</p>");
            describe(page, report, failure, has_room);
        } else {
            let _ = writeln!(page, "<details class=\"other\"><summary>Also in {place}</summary>");
            describe(page, report, failure, has_room);
            page.push_str("</details>\n");
        }
    }
    let others: Vec<_> = clause.failures.iter().skip(detailed).collect();
    if !others.is_empty() {
        let _ = write!(
            page,
            "<details class=\"other\"><summary>And {} more</summary><ul>",
            others.len()
        );
        for failure in others.iter().take(MAX_LISTED) {
            let scenario = Plain(&failure.scenario);
            let _ = write!(page, "<li><code>{scenario}</code>, step {}</li>", failure.step);
        }
        page.push_str(if others.len() > MAX_LISTED { "<li>...</li></ul>" } else { "</ul>" });
        page.push_str("</details>\n");
    }
    if let Some(again) = &clause.again {
        let command = format!("{} {again}", env!("CARGO_PKG_NAME"));
        copied(page, "Judge it again", &command);
    }
}

fn describe(page: &mut String, report: &Content, failure: &Failure, has_room: bool) {
    let place = match &*failure.pointer {
        "" => String::new(),
        pointer => format!(" <span class=\"pointer\">at <code>{}</code></span>", Plain(pointer)),
    };
    let (expected, actual) = difference(&failure.expected, &failure.actual);
    let _ = writeln!(
        page,
        "<dl class=\"difference\">\n<div><dt>Expected</dt><dd>{expected}</dd></div>\n\
         <div><dt>Actual</dt><dd>{actual}{place}</dd></div>\n</dl>"
    );
    if has_room {
        page.push_str("<ol class=\"steps\">\n");
        for role in &failure.steps {
            if let Some(step) = report.step(&failure.scenario, role.step) {
                sequence(page, step, role.role, failure);
            }
        }
        page.push_str("</ol>\n");
    } else {
        page.push_str("<p class=\"hint\">The JSON report has the requests and responses.</p>\n");
    }
    if let Some(curl) = failure.curl.as_ref().filter(|_| has_room) {
        copied(page, "Send it again", curl);
    }
}

/// Two texts with the part marked in which they differ, if they have much in common.
fn difference(expected: &str, actual: &str) -> (String, String) {
    let (one, other): (Vec<char>, Vec<char>) =
        (expected.chars().collect(), actual.chars().collect());
    let shorter = one.len().min(other.len());
    let start = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let ends = one.iter().rev().zip(other.iter().rev()).take(shorter - start);
    let end = ends.take_while(|(a, b)| a == b).count();
    if (start + end) * 2 < shorter || start + end == 0 {
        return (Plain(expected).to_string(), Plain(actual).to_string());
    }
    let marked = |text: &[char]| {
        let part = |part: &[char]| Plain(&part.iter().collect::<String>()).to_string();
        let (head, rest) = text.split_at(start);
        let (middle, tail) = rest.split_at(rest.len() - end);
        let middle = match middle {
            [] => String::new(),
            differs => format!("<mark>{}</mark>", part(differs)),
        };
        format!("{}{middle}{}", part(head), part(tail))
    };
    (marked(&one), marked(&other))
}

/// A step with its exchanges; the failed one is open.
fn sequence(page: &mut String, step: &Step, role: Role, failure: &Failure) {
    let (class, why) = match role {
        Role::Subject => ("subject", "leads to it"),
        Role::Control => ("control", "to compare with"),
        Role::Failed => ("failed", "judged"),
    };
    let _ = write!(
        page,
        "<li class=\"{class}\"><p><b>Step {}</b> <code>{}</code> <span>{why}, expected: {}</span></p>",
        step.step,
        Plain(&step.operation),
        Plain(&step.expected)
    );
    if step.exchanges.is_empty() {
        page.push_str("<p class=\"hint\">Not sent.</p>");
    }
    for exchange in &step.exchanges {
        let is_it = role == Role::Failed && exchange.number == failure.exchange;
        exchanged(page, exchange, is_it.then_some(&failure.pointer));
    }
    if step.left_out > 0 {
        let more = counted(step.left_out, "further request");
        let _ = write!(page, "<p class=\"hint\">and {more}</p>");
    }
    page.push_str("</li>\n");
}

/// A request and its response; with the pointer to what failed, if it is the failed one.
fn exchanged(page: &mut String, exchange: &Exchange, failed: Option<&String>) {
    let request = &exchange.request;
    let answer = match &exchange.response {
        Some(response) => response.status.to_string(),
        None => "no response".to_owned(),
    };
    let is_bad = exchange.response.as_ref().is_none_or(|response| response.status >= 500);
    let _ = write!(
        page,
        "<details class=\"exchange\"{}><summary><code>{} {}</code> <span class=\"status{}\">{answer}\
         </span></summary>",
        if failed.is_some() || is_bad { " open" } else { "" },
        Plain(&request.method),
        Plain(&request.target),
        if is_bad { " bad" } else { "" }
    );
    page.push_str("<p class=\"part\">Request</p>");
    body::render(page, &request.headers, request.body.as_ref(), None);
    let _ = write!(page, "<p class=\"part\">Response {answer}</p>");
    match &exchange.response {
        Some(response) => {
            body::render(
                page,
                &response.headers,
                response.body.as_ref(),
                failed.map(String::as_str),
            );
        }
        None => {
            let fault = exchange.fault.as_deref().unwrap_or("no response");
            let _ = write!(page, "<pre>{}</pre>", Plain(fault));
        }
    }
    page.push_str("</details>");
}

/// A command with a button that copies it.
fn copied(page: &mut String, what: &str, command: &str) {
    let _ = writeln!(
        page,
        "<div class=\"command\"><p>{what} <button type=\"button\" class=\"copy script\">Copy\
         </button></p><pre tabindex=\"0\">{}</pre></div>",
        Plain(command)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differing_part_of_similar_texts_is_marked() {
        let marked = |expected, actual| difference(expected, actual);
        let (expected, actual) = marked("`ISBN 7 is taken`", "`Isbn 7 is taken`");
        assert_eq!(expected, "`I<mark>SBN</mark> 7 is taken`");
        assert_eq!(actual, "`I<mark>sbn</mark> 7 is taken`");
        assert_eq!(marked("10.25", "10.2").1, "10.2");
        assert_eq!(marked("10.25", "10.2").0, "10.2<mark>5</mark>");
        assert_eq!(marked("aa", "aaa"), ("aa".to_owned(), "aa<mark>a</mark>".to_owned()));
        assert_eq!(marked("refused", "<b>"), ("refused".to_owned(), "&lt;b&gt;".to_owned()));
    }
}
