//! The table with the number of clauses by operation and verdict.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use spec::Operation;

use super::paint::{Paint, Tone};
use crate::report::Report;
use crate::verdict::Verdict;

/// Row of the clauses that belong to no operation.
const SERVICE: &str = "service";

pub(super) fn render(report: &Report<'_>, paint: Paint) -> String {
    let table = Table::of(report, paint);
    let mut text = format!("\n{}", table.head());
    if table.counts.contains_key(&None) {
        text.push_str(&table.row(SERVICE, None));
    }
    for resource in &report.suite.contract.resources {
        let is_selected = |it: &&Operation| table.counts.contains_key(&Some(it.id.as_str()));
        let mut operations = resource.operations.iter().filter(is_selected).peekable();
        if operations.peek().is_none() {
            continue;
        }
        let _ = writeln!(text, "{}", resource.id);
        for operation in operations {
            text.push_str(&table.row(&format!("  {}", operation.id), Some(&operation.id)));
        }
    }
    text
}

struct Table<'a> {
    /// Number of clauses by operation and verdict.
    counts: BTreeMap<Option<&'a str>, BTreeMap<&'static str, usize>>,
    /// The verdicts that are shown. Columns without clauses are left out, except for the important
    /// ones.
    columns: Vec<&'static str>,
    width: usize,
    paint: Paint,
}

impl<'a> Table<'a> {
    fn of(report: &'a Report<'_>, paint: Paint) -> Self {
        let operations = report.suite.contract.operations();
        let names = operations.map(|operation| operation.id.len() + 2);
        let mut counts: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
        for found in report.verdicts.iter().filter(|it| it.is_selected()) {
            let of_operation = counts.entry(found.clause.operation.as_deref()).or_default();
            *of_operation.entry(found.verdict.name()).or_default() += 1;
        }
        let shown = |name: &&'static str| {
            matches!(*name, "held" | "violated" | "not_exercised" | "inconclusive")
                || counts.values().any(|seen| seen.contains_key(name))
        };
        Self {
            columns: Verdict::NAMES.into_iter().filter(shown).collect(),
            width: names.chain([SERVICE.len()]).max().unwrap_or_default(),
            counts,
            paint,
        }
    }

    fn head(&self) -> String {
        let mut line = " ".repeat(self.width);
        for column in &self.columns {
            let _ = write!(line, "  {}", column.replace('_', " "));
        }
        line + "\n"
    }

    fn row(&self, name: &str, operation: Option<&str>) -> String {
        let mut line = format!("{name:width$}", width = self.width);
        let counts = self.counts.get(&operation);
        for column in &self.columns {
            let (width, count) = (column.len(), counts.and_then(|counts| counts.get(column)));
            let _ = match count {
                None => write!(line, "  {:>width$}", "-"),
                Some(count) => write!(line, "  {}", self.toned(column, format!("{count:>width$}"))),
            };
        }
        line + "\n"
    }

    fn toned(&self, column: &str, shown: String) -> String {
        match column {
            "held" => self.paint.text(Tone::Good, &shown),
            "violated" => self.paint.text(Tone::Bad, &shown),
            "deviates" | "inconclusive" | "not_exercised" => self.paint.text(Tone::Open, &shown),
            _ => shown,
        }
    }
}
