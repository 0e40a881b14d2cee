//! One line for each operation, under its resource: how many clauses have which verdict.

use std::fmt::Write as _;

use crate::report::Report;
use crate::verdict::{ClauseVerdict, Verdict};

const COLUMNS: [(&str, &str); 6] = [
    ("held", "held"),
    ("violated", "violated"),
    ("deviates", "deviates"),
    ("not_exercised", "not exercised"),
    ("inconclusive", "inconclusive"),
    ("untestable", "untestable"),
];

pub(super) fn render(report: &Report<'_>) -> String {
    let operations = report
        .suite
        .contract
        .operations()
        .map(|operation| operation.id.as_str());
    let width = operations
        .map(str::len)
        .max()
        .unwrap_or_default()
        .max("service".len())
        + 4;
    let mut text = format!("{:width$}", "");
    for (_, title) in COLUMNS {
        let _ = write!(text, "  {title}");
    }
    text.push('\n');
    row(&mut text, "service", width, &report.verdicts, None);
    for resource in &report.suite.contract.resources {
        if resource.operations.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{}", resource.id);
        for operation in &resource.operations {
            let name = format!("  {}", operation.id);
            row(
                &mut text,
                &name,
                width,
                &report.verdicts,
                Some(&operation.id),
            );
        }
    }
    text
}

fn row(
    text: &mut String,
    name: &str,
    width: usize,
    verdicts: &[ClauseVerdict],
    operation: Option<&str>,
) {
    let _ = write!(text, "{name:width$}");
    let mut line = String::new();
    for (verdict, title) in COLUMNS {
        let is = |found: &&ClauseVerdict| {
            found.clause.operation.as_deref() == operation && counts_as(&found.verdict, verdict)
        };
        let count = verdicts.iter().filter(is).count();
        let shown = if count == 0 {
            "-".to_owned()
        } else {
            count.to_string()
        };
        let _ = write!(line, "  {shown:>width$}", width = title.len());
    }
    let _ = writeln!(text, "{line}");
}

fn counts_as(verdict: &Verdict, column: &str) -> bool {
    verdict.name() == column
}
