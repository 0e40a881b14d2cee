//! How many classes of values each operation was seen with.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{Paint, Tone};
use crate::report::Content;
use crate::report::content::Clause;
use crate::text::{counted, wrapped};

/// One line for each operation; with `--verbose`, also the classes that are missing, by clause.
pub(super) fn render(report: &Content, paint: Paint) -> String {
    let by_operation = by_operation(report);
    if by_operation.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{}\n", paint.text(Tone::Title, "classes of values"));
    for (operation, clauses) in by_operation {
        let classes = || clauses.iter().filter_map(|clause| clause.classes.as_ref());
        let seen: usize = classes().map(|classes| classes.seen.len()).sum();
        let all = seen + classes().map(|classes| classes.missing.len()).sum::<usize>();
        let of = counted(clauses.len(), "clause");
        let _ = writeln!(text, "  {operation}: {seen} of {all} seen, for {of}");
        for found in clauses.iter().filter(|_| report.verbose) {
            text.push_str(&missing(found));
        }
    }
    text
}

/// The clauses about values of an input, by operation.
pub(in crate::report) fn by_operation(report: &Content) -> BTreeMap<&str, Vec<&Clause>> {
    let mut by_operation: BTreeMap<&str, Vec<&Clause>> = BTreeMap::new();
    for clause in report.clauses.iter().filter(|clause| clause.classes.is_some()) {
        let operation = clause.operation.as_deref().unwrap_or_default();
        by_operation.entry(operation).or_default().push(clause);
    }
    by_operation
}

fn missing(found: &Clause) -> String {
    let missing = found.classes.as_ref().map(|classes| classes.missing.join(", "));
    let missing = missing.filter(|missing| !missing.is_empty());
    let line = |missing| wrapped(&format!("{}: not seen: {missing}", found.id), 4);
    missing.map(line).unwrap_or_default()
}
