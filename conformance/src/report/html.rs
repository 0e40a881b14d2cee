//! The report as one page of HTML for people: it needs no network, and without scripts it only lacks filters and search.
//!
//! Everything from a contract or a server is written by `Plain` or `Prose` of `markup`, which show markup as
//! text. The policy of the page allows no other script than its own, and no request.

mod body;
mod clauses;
mod failure;
mod lists;
mod map;

use std::fmt::Write as _;

use super::Content;
use super::content::Outcome;
use super::human::{duration, meaning};
use super::markup::{Plain, capital};
use crate::exit::Exit;

const STYLE: &str = include_str!("../../assets/report.css");
const SCRIPT: &str = include_str!("../../assets/report.js");
/// The hash of [`SCRIPT`], by which a browser knows it.
const SCRIPT_HASH: &str = "sha256-D4ht8i3hYaWPqMpzdQsTOTfa2zonf0OxTdJSfHVI/vE=";

/// A sign for a verdict, for those who do not see its colour.
fn sign(verdict: Outcome) -> &'static str {
    match verdict {
        Outcome::Held => "✓",
        Outcome::Violated => "✗",
        Outcome::Deviates => "≠",
        Outcome::NotExercised => "–",
        Outcome::Inconclusive => "?",
        Outcome::Untestable => "∅",
    }
}

/// The report as HTML.
pub fn render(report: &Content) -> String {
    let title = format!("{}: {}", report.service, meaning(report));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src '{SCRIPT_HASH}'; base-uri 'none'; form-action 'none'\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        Plain(&title)
    );
    head(&mut page, report);
    page.push_str("<main>\n");
    remarks(&mut page, report);
    if !report.explained {
        tally(&mut page, report);
        controls(&mut page, report);
        map::render(&mut page, report);
        clauses::render(&mut page, report);
    }
    lists::render(&mut page, report);
    page.push_str("</main>\n");
    let _ = write!(page, "<script>{SCRIPT}</script>\n</body>\n</html>\n");
    page
}

/// What was run, and how it ended.
fn head(page: &mut String, report: &Content) {
    let run = &report.run;
    let (class, sign) = match report.exit {
        Exit::Conforms => ("held", "✓"),
        Exit::Incomplete | Exit::Waivers | Exit::Interrupted => ("not_exercised", "–"),
        _ => ("violated", "✗"),
    };
    let _ = write!(
        page,
        "<header>\n<p class=\"service\">{}</p>\n\
         <h1 class=\"{class}\"><span class=\"sign\" aria-hidden=\"true\">{sign}</span> \
         <span>{}</span></h1>\n<dl class=\"facts\">\n",
        Plain(&report.service),
        Plain(&capital(&meaning(report)))
    );
    let allowed = run.allowed.join(", ");
    let facts = [
        ("Server", run.base_url.clone()),
        ("Level", run.level.clone()),
        ("Depth", run.depth.clone()),
        ("Clauses", run.profile.clone()),
        ("Started", moment(&run.started_at)),
        ("Duration", duration(report).unwrap_or_default()),
        ("Seed", run.seed.to_string()),
        ("Allowed", allowed),
        ("Exit code", report.exit.code().to_string()),
    ];
    for (name, value) in facts.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(page, "<div><dt>{name}</dt><dd>{}</dd></div>", Plain(value));
    }
    page.push_str("</dl>\n</header>\n");
}

/// A moment in RFC 3339, to the second.
fn moment(text: &str) -> String {
    match text.split_once('T').zip(text.strip_suffix('Z')) {
        Some(((day, time), _)) => format!("{day} {} UTC", time.get(..8).unwrap_or(time)),
        None => text.to_owned(),
    }
}

/// What explains results, and what was odd.
fn remarks(page: &mut String, report: &Content) {
    let bad = report.cause.iter().chain(&report.refused_keys).chain(&report.stopped);
    let odd = report.unimplemented.iter().chain(&report.notes);
    let remarks = bad.map(|text| ("bad", text)).chain(odd.map(|text| ("odd", text)));
    for (class, text) in remarks {
        let text = Plain(&capital(text)).to_string();
        let _ = writeln!(page, "<p class=\"remark {class}\">{text}</p>");
    }
}

/// How many clauses have each verdict: a bar, and a button for each.
fn tally(page: &mut String, report: &Content) {
    let selected = report.selected().count();
    let share = |count: usize| count as f64 * 100.0 / selected.max(1) as f64;
    page.push_str("<section class=\"tally\" aria-label=\"Coverage\">\n");
    let held = report.count(Outcome::Held);
    let testable = report.selected().filter(|clause| clause.testable).count();
    let _ = writeln!(
        page,
        "<p class=\"coverage\"><strong>{held}</strong> of {testable} testable clauses held{}{}.</p>",
        others(report),
        match report.clauses.len() - selected {
            0 => String::new(),
            left => format!("; {left} others were not selected"),
        }
    );
    page.push_str("<div class=\"bar\" aria-hidden=\"true\">");
    for verdict in Outcome::ALL {
        let count = report.count(verdict);
        if count > 0 {
            let _ = write!(
                page,
                "<span class=\"{}\" style=\"width:{:.2}%\"></span>",
                verdict.name(),
                share(count)
            );
        }
    }
    page.push_str("</div>\n</section>\n");
}

/// The numbers of clauses that did not hold, each with a link to them.
fn others(report: &Content) -> String {
    let counts = Outcome::ALL.into_iter().filter(|verdict| *verdict != Outcome::Held);
    let counts = counts.map(|verdict| (verdict, report.count(verdict)));
    let links = counts.filter(|(_, count)| *count > 0).map(|(verdict, count)| {
        format!(", <a href=\"#{}\">{count} {}</a>", verdict.name(), verdict.words())
    });
    links.collect()
}

/// The filters: a button for each verdict, and a text.
fn controls(page: &mut String, report: &Content) {
    page.push_str(
        "<section class=\"controls\" aria-label=\"Filters\">\n\
         <div class=\"verdicts\" role=\"group\" aria-label=\"Verdicts\">\n",
    );
    for verdict in Outcome::ALL {
        let count = report.count(verdict);
        if count > 0 {
            let (name, words) = (verdict.name(), verdict.words());
            let _ = writeln!(
                page,
                "<button type=\"button\" class=\"filter {name}\" data-verdict=\"{name}\" \
                 aria-pressed=\"false\"><span aria-hidden=\"true\">{}</span> {words} \
                 <b>{count}</b></button>",
                sign(verdict)
            );
        }
    }
    page.push_str(
        "</div>\n<div class=\"find\">\n\
         <label for=\"search\">Search</label>\n\
         <input id=\"search\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\" \
         placeholder=\"id, statement, scenario, text of a response\">\n\
         <button type=\"button\" id=\"fold\">Fold all</button>\n</div>\n\
         <p id=\"shown\" role=\"status\"></p>\n</section>\n",
    );
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest, Sha256};

    use super::*;

    #[test]
    fn policy_names_the_script() {
        let hash = STANDARD.encode(Sha256::digest(SCRIPT));
        assert_eq!(SCRIPT_HASH, format!("sha256-{hash}"));
    }
}
