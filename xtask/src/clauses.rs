//! `cargo xtask clauses`: everything the contract says and does not say, as a table or as JSON.

use std::process::ExitCode;

use clap::{Args as ClapArgs, ValueEnum};
use serde_json::json;
use spec::{Clause, Gap};
use wildmatch::WildMatch;

use crate::contract::Location;
use crate::{table, text};

/// Flags of `clauses`.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    location: Location,
    /// Show only gaps (the table; JSON always has both).
    #[arg(long)]
    gaps: bool,
    /// Only ids that match, with `*` and `?`.
    #[arg(long, value_name = "GLOB", default_value = "*")]
    only: String,
    /// How to show them.
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    Table,
    Json,
}

/// Runs the command: 0, or 2 on a mistake in the contract.
///
/// # Errors
/// When the listing cannot be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Some((contract, _)) = args.location.open(None)? else {
        return Ok(ExitCode::from(2));
    };
    let only = WildMatch::new(&args.only);
    let clauses: Vec<Clause> = contract
        .clauses()
        .into_iter()
        .filter(|clause| only.matches(&clause.id))
        .collect();
    let gaps: Vec<&Gap> = contract
        .gaps
        .iter()
        .filter(|gap| only.matches(&gap.id))
        .collect();
    let text = match args.format {
        Format::Json => as_json(&clauses, &gaps),
        Format::Table => {
            let shown = if args.gaps { &[] } else { clauses.as_slice() };
            table::render(&rows(shown, &gaps, args.gaps), text::Screen::of_stdout())
        }
    };
    text::print(&text)?;
    if args.format == Format::Table {
        text::tell(&format!("{}\n", summary(&clauses, &gaps)));
    }
    Ok(ExitCode::SUCCESS)
}

fn as_json(clauses: &[Clause], gaps: &[&Gap]) -> String {
    let clauses: Vec<_> = clauses.iter().map(Clause::to_json).collect();
    let gaps: Vec<_> = gaps
        .iter()
        .map(|gap| json!({ "id": gap.id, "operation": gap.operation, "section": gap.section, "note": gap.note, "readings": gap.readings }))
        .collect();
    format!(
        "{:#}\n",
        json!({ "schema": 1, "clauses": clauses, "gaps": gaps })
    )
}

/// What the table shows: the columns' names, and a row for each clause and gap.
fn rows(clauses: &[Clause], gaps: &[&Gap], gaps_only: bool) -> Vec<Vec<String>> {
    let head = ["ID", "KIND", "EVIDENCE", "SECTION", "STATEMENT"].map(str::to_owned);
    let mut rows = vec![head.to_vec()];
    for clause in clauses {
        let note = clause
            .untestable_because
            .as_ref()
            .map_or_else(String::new, |why| format!(" [untestable: {why}]"));
        rows.push(vec![
            clause.id.clone(),
            clause.kind.name().to_owned(),
            clause.evidence.name().to_owned(),
            clause.section.clone(),
            format!("{}{note}", clause.statement),
        ]);
    }
    for gap in gaps {
        let readings = if gap.readings.is_empty() {
            String::new()
        } else {
            format!(" [readings: {}]", gap.readings.join(" / "))
        };
        rows.push(vec![
            gap.id.clone(),
            "gap".to_owned(),
            "silent".to_owned(),
            gap.section.clone(),
            format!("{}{readings}", gap.note),
        ]);
    }
    if gaps_only {
        // Every row would say the same.
        rows.iter_mut().for_each(|row| _ = row.drain(1..3));
    }
    rows
}

fn summary(clauses: &[Clause], gaps: &[&Gap]) -> String {
    let untestable = clauses.iter().filter(|clause| !clause.testable()).count();
    let share = 100.0 * untestable as f64 / clauses.len().max(1) as f64;
    format!(
        "{} clauses: {} testable, {untestable} untestable ({share:.1} %); {} gaps",
        clauses.len(),
        clauses.len() - untestable,
        gaps.len()
    )
}
