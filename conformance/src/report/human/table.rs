//! The number of clauses by operation and verdict: a table, or lists where the table is wider than the terminal.

use std::collections::BTreeMap;

use super::{Paint, Tone};
use crate::contract::SERVICE;
use crate::report::Content;
use crate::report::content::Outcome;
use crate::text::{aligned, terminal_width};

/// Number of clauses by verdict.
type Counts<'c> = BTreeMap<&'c str, usize>;

/// A name with its counts; a resource has none.
type NamedCounts<'c> = (String, Option<&'c Counts<'c>>);

pub(super) fn render(report: &Content, paint: Paint) -> String {
    let mut counts: BTreeMap<Option<&str>, Counts<'_>> = BTreeMap::new();
    for clause in report.selected() {
        let of_operation = counts.entry(clause.operation.as_deref()).or_default();
        *of_operation.entry(clause.verdict.name()).or_default() += 1;
    }
    let rows = rows(report, &counts);
    // Columns without clauses are left out, except for the important ones.
    let is_shown = |name: &&str| {
        matches!(*name, "held" | "violated" | "not_exercised" | "inconclusive")
            || counts.values().any(|seen| seen.contains_key(name))
    };
    let columns: Vec<&str> = Outcome::ALL.into_iter().map(Outcome::name).filter(is_shown).collect();
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let whole_width = width + columns.iter().map(|column| column.len() + 2).sum::<usize>();
    if whole_width <= terminal_width() {
        table(&rows, &columns, width, paint)
    } else {
        lists(&rows, &columns, paint)
    }
}

/// The operations by resource, after the clauses that belong to none.
fn rows<'c>(
    report: &'c Content,
    counts: &'c BTreeMap<Option<&str>, Counts<'c>>,
) -> Vec<NamedCounts<'c>> {
    let service = counts.get(&None).map(|counts| (SERVICE.to_owned(), Some(counts)));
    let mut rows: Vec<_> = service.into_iter().collect();
    for operations in report.operations.chunk_by(|one, next| one.resource == next.resource) {
        let of_resource = operations.iter().filter_map(|operation| {
            let counts = counts.get(&Some(operation.id.as_str()))?;
            Some((format!("  {}", operation.id), Some(counts)))
        });
        let mut of_resource = of_resource.peekable();
        if of_resource.peek().is_some() {
            rows.extend(operations.first().map(|first| (first.resource.clone(), None)));
            rows.extend(of_resource);
        }
    }
    rows
}

fn table(rows: &[NamedCounts<'_>], columns: &[&str], width: usize, paint: Paint) -> String {
    let head = columns.iter().map(|column| format!("  {}", column.replace('_', " ")));
    let mut text = format!("\n{:width$}{}\n", "", head.collect::<String>());
    for (name, counts) in rows {
        match counts {
            None => text.push_str(name),
            Some(counts) => {
                let cells = columns.iter().map(|column| cell(column, counts.get(column), paint));
                text.push_str(&format!("{name:width$}{}", cells.collect::<String>()));
            }
        }
        text.push('\n');
    }
    text
}

/// A cell with the space before it.
fn cell(column: &str, count: Option<&usize>, paint: Paint) -> String {
    let width = column.len();
    match count {
        None => format!("  {:>width$}", "-"),
        Some(count) => format!("  {}", painted(column, &format!("{count:>width$}"), paint)),
    }
}

fn lists(rows: &[NamedCounts<'_>], columns: &[&str], paint: Paint) -> String {
    let rows = rows.iter().map(|(name, counts)| {
        let counts = columns.iter().filter_map(|column| {
            let text = format!("{} {}", counts.as_ref()?.get(column)?, column.replace('_', " "));
            Some(painted(column, &text, paint))
        });
        [name.clone(), counts.collect::<Vec<_>>().join(", ")]
    });
    format!("\n{}", aligned(rows, 0))
}

/// Text in the colour of a verdict.
fn painted(verdict: &str, text: &str, paint: Paint) -> String {
    let tone = match verdict {
        "held" => Tone::Good,
        "violated" => Tone::Bad,
        "deviates" | "inconclusive" | "not_exercised" => Tone::Open,
        _ => return text.to_owned(),
    };
    paint.text(tone, text)
}
