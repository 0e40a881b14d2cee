//! Lists observations by gap: what was seen where the document is silent.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::{Paint, Tone};
use crate::report::Content;
use crate::report::content::Observation;
use crate::text::{counted, escape, wrapped};

/// One line with their number; with `--verbose`, all of them.
pub(super) fn render(report: &Content, paint: Paint) -> String {
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
fn describe(report: &Content, group: &[Observation]) -> String {
    let mut text = String::new();
    let Some(gap) = group.first().map(|first| first.gap.as_str()) else {
        return text;
    };
    let note = report.gaps.get(gap).map_or("", String::as_str);
    let _ = write!(text, "  {gap}\n{}", wrapped(note, 4));
    for Observation { value, witnesses, .. } in by_frequency(group) {
        let _ = writeln!(text, "    {witnesses:>5}  {}", escape(value));
    }
    text
}

/// The most frequent first.
pub(in crate::report) fn by_frequency(group: &[Observation]) -> Vec<&Observation> {
    let mut seen: Vec<_> = group.iter().collect();
    seen.sort_by_key(|observation| Reverse(observation.witnesses));
    seen
}
