//! A badge: a small picture in SVG with the result of a certificate, for web pages.

use std::fmt::Write as _;

use super::statement::{RunResult, Statement};
use crate::report::content::Outcome;
use crate::report::markup::Plain;

const LABEL: &str = "conformance";
/// Width of a character in pixels. `textLength` makes it the same in every font.
const CHARACTER: usize = 7;
const HEIGHT: usize = 20;

/// The badge of a verified certificate.
pub fn verified(statement: &Statement) -> String {
    let run = &statement.predicate.run;
    let (result, colour) = match statement.predicate.result {
        RunResult::Passed => ("passed", "#2a7d2e"),
        RunResult::Warned => ("passed with warnings", "#8a6100"),
        RunResult::Failed => ("failed", "#b3261e"),
    };
    let day = run.started_at.get(..10).unwrap_or_default();
    let held = run.summary.get(Outcome::Held.name()).copied().unwrap_or_default();
    svg(&format!("{result}, {held} held, {}, {day}", run.level), colour, &run.base_url)
}

/// The badge of a certificate that is refused.
pub fn refused() -> String {
    svg("certificate refused", "#5f6368", "")
}

fn svg(value: &str, colour: &str, of: &str) -> String {
    let (label, text) = (width(LABEL), width(value));
    let (whole, title) = (label + text, format!("{LABEL}: {value} {of}"));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{whole}\" height=\"{HEIGHT}\" role=\"img\">\n\
         <title>{}</title>\n\
         <rect width=\"{whole}\" height=\"{HEIGHT}\" rx=\"3\" fill=\"{colour}\"/>\n\
         <rect width=\"{label}\" height=\"{HEIGHT}\" rx=\"3\" fill=\"#3c4043\"/>\n",
        Plain(title.trim_end())
    );
    for (start, text) in [(0, LABEL), (label, value)] {
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"14\" fill=\"#fff\" font-family=\"sans-serif\" font-size=\"11\" textLength=\"{}\">{}</text>",
            start + CHARACTER,
            text.chars().count() * CHARACTER,
            Plain(text)
        );
    }
    svg + "</svg>\n"
}

fn width(text: &str) -> usize {
    (text.chars().count() + 2) * CHARACTER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn badge_is_well_formed() {
        insta::assert_snapshot!(svg("failed, own, 2026-01-02", "#b3261e", "http://h/<&\"\u{1b}>"), @r##"
        <svg xmlns="http://www.w3.org/2000/svg" width="266" height="20" role="img">
        <title>conformance: failed, own, 2026-01-02 http://h/&lt;&amp;&quot;\u{1b}&gt;</title>
        <rect width="266" height="20" rx="3" fill="#b3261e"/>
        <rect width="91" height="20" rx="3" fill="#3c4043"/>
        <text x="7" y="14" fill="#fff" font-family="sans-serif" font-size="11" textLength="77">conformance</text>
        <text x="98" y="14" fill="#fff" font-family="sans-serif" font-size="11" textLength="161">failed, own, 2026-01-02</text>
        </svg>
        "##);
    }
}
