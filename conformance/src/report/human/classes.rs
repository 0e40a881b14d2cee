//! How many classes of values each operation was seen with.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Paint, Tone};
use crate::report::Report;
use crate::text::{counted, wrapped};
use crate::verdict::ClauseVerdict;

/// One line for each operation; with `--verbose`, also the classes that are missing, by clause.
pub(super) fn render(report: &Report<'_>, paint: Paint) -> String {
    let mut by_operation: BTreeMap<&str, Vec<&ClauseVerdict>> = BTreeMap::new();
    for found in report.verdicts.iter().filter(|found| found.classes.is_some()) {
        let operation = found.clause.operation.as_deref().unwrap_or_default();
        by_operation.entry(operation).or_default().push(found);
    }
    if by_operation.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", paint.text(Tone::Title, "classes of values"));
    for (operation, verdicts) in by_operation {
        let classes = || verdicts.iter().filter_map(|found| found.classes.as_ref());
        let seen: usize = classes().map(|classes| classes.seen.len()).sum();
        let all = seen + classes().map(|classes| classes.missing.len()).sum::<usize>();
        let of = counted(verdicts.len(), "clause");
        let _ = writeln!(text, "  {operation}: {seen} of {all} seen, for {of}");
        for found in verdicts.iter().filter(|_| report.verbose) {
            text.push_str(&missing(found));
        }
    }
    text
}

fn missing(found: &ClauseVerdict) -> String {
    let missing = found.classes.as_ref().map(|classes| classes.missing.join(", "));
    let missing = missing.filter(|missing| !missing.is_empty());
    let line = |missing| wrapped(&format!("{}: not seen: {missing}", found.clause.id), 4);
    missing.map(line).unwrap_or_default()
}
