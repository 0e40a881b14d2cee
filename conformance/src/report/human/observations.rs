//! Lists observations by gap: what was seen where the document is silent.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::{Paint, Tone};
use crate::parsed::{Observation, SIDE_EFFECT};
use crate::report::Report;
use crate::text::{counted, escape, wrapped};

/// What `side effect` stands for.
const SIDE_EFFECT_NOTE: &str =
    "Calls that changed another record, of which no clause says anything.";

/// One line with their number; with `--verbose`, all of them.
pub(super) fn render(report: &Report<'_>, paint: Paint) -> String {
    let groups: Vec<_> = report.observations.chunk_by(|a, b| a.gap == b.gap).collect();
    if groups.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", paint.text(Tone::Title, "observations"));
    let hint = if report.verbose { "" } else { " (--verbose lists all)" };
    let sum = format!(
        "{} in {}, where the document is silent{hint}",
        counted(report.observations.len(), "observation"),
        counted(groups.len(), "gap"),
    );
    text.push_str(&wrapped(&sum, 2));
    if report.verbose {
        text.extend(groups.iter().map(|group| describe(report, group)));
    }
    text
}

/// A gap with what was seen there, most frequent first.
fn describe(report: &Report<'_>, group: &[Observation]) -> String {
    let mut text = String::new();
    let Some(gap) = group.first().map(|first| first.gap.as_str()) else {
        return text;
    };
    let known = report.suite.contract.gap(gap).map(|known| known.note.as_str());
    let note = known.unwrap_or(if gap == SIDE_EFFECT { SIDE_EFFECT_NOTE } else { "" });
    let _ = write!(text, "  {gap}\n{}", wrapped(note, 4));
    let mut seen: Vec<_> = group.iter().collect();
    seen.sort_by_key(|observation| Reverse(observation.witnesses));
    for Observation { value, witnesses, .. } in seen {
        let _ = writeln!(text, "    {witnesses:>5}  {}", escape(value));
    }
    text
}
