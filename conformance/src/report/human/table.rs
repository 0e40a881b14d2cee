//! The table with the number of clauses by operation and verdict.

use std::collections::BTreeMap;

use super::{Paint, Tone};
use crate::contract::SERVICE;
use crate::report::Report;
use crate::verdict::Verdict;

pub(super) fn render(report: &Report<'_>, paint: Paint) -> String {
    let contract = &report.suite.contract;
    // By operation and verdict.
    let mut counts: BTreeMap<Option<&str>, BTreeMap<&str, usize>> = BTreeMap::new();
    for found in report.verdicts.iter().filter(|verdict| verdict.is_selected()) {
        let of_operation = counts.entry(found.clause.operation.as_deref()).or_default();
        *of_operation.entry(found.verdict.name()).or_default() += 1;
    }
    // Columns without clauses are left out, except for the important ones.
    let is_shown = |name: &&str| {
        matches!(*name, "held" | "violated" | "not_exercised" | "inconclusive")
            || counts.values().any(|seen| seen.contains_key(name))
    };
    let columns: Vec<&str> = Verdict::NAMES.into_iter().filter(is_shown).collect();
    let names = contract.operations().map(|operation| operation.id.len() + 2);
    let width = names.chain([SERVICE.len()]).max().unwrap_or_default();
    let row = |name: &str, counts: &BTreeMap<&str, usize>| {
        let cells = columns.iter().map(|column| cell(column, counts.get(column), paint));
        format!("{name:width$}{}\n", cells.collect::<String>())
    };
    let head = columns.iter().map(|column| format!("  {}", column.replace('_', " ")));
    let mut text = format!("\n{:width$}{}\n", "", head.collect::<String>());
    if let Some(counts) = counts.get(&None) {
        text.push_str(&row(SERVICE, counts));
    }
    for resource in &contract.resources {
        let rows = resource.operations.iter().filter_map(|operation| {
            let counts = counts.get(&Some(operation.id.as_str()))?;
            Some(row(&format!("  {}", operation.id), counts))
        });
        let rows: String = rows.collect();
        if !rows.is_empty() {
            text.push_str(&format!("{}\n{rows}", resource.id));
        }
    }
    text
}

/// A cell with the space before it.
fn cell(column: &str, count: Option<&usize>, paint: Paint) -> String {
    let width = column.len();
    let Some(count) = count else {
        return format!("  {:>width$}", "-");
    };
    let count = format!("{count:>width$}");
    let tone = match column {
        "held" => Tone::Good,
        "violated" => Tone::Bad,
        "deviates" | "inconclusive" | "not_exercised" => Tone::Open,
        _ => return format!("  {count}"),
    };
    format!("  {}", paint.text(tone, &count))
}
