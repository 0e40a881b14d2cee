//! `clauses`: lists the clauses, or exports them with the gaps.

use clap::ValueEnum;
use serde_json::json;
use spec::Clause;

use super::filter;
use super::output::{print, print_message};
use crate::exit::Exit;
use crate::plan::Glob;
use crate::suite::Suite;
use crate::text::{aligned, counted};

/// Arguments of `clauses`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Clauses to list, or the name of an operation or a resource for all of its clauses; `*`
    /// matches any text, `,` separates patterns
    #[arg(long, value_name = "GLOB")]
    only: Option<Glob>,
    /// A table, or JSON, which also has the gaps
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Table,
    Json,
}

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    let only = args.only.as_ref().map(|only| filter::expand_clauses(suite, only)).transpose()?;
    let wanted = |clause: &&Clause| only.as_ref().is_none_or(|only| only.matches(&clause.id));
    let clauses: Vec<_> = suite.clauses.iter().filter(wanted).collect();
    match args.format {
        Format::Json => print(&as_json(suite, &clauses))?,
        Format::Table => {
            print(&as_table(&clauses))?;
            print_message(&format!("{}\n", summary(suite, &clauses)));
        }
    }
    Ok(Exit::Conforms)
}

fn as_table(clauses: &[&Clause]) -> String {
    let head = ["ID", "EVIDENCE", "SECTION", "STATEMENT"].map(str::to_owned);
    let rows = clauses.iter().map(|clause| {
        let statement = &clause.statement;
        let statement = match &clause.untestable_because {
            Some(why) => format!("{statement} [untestable: {why}]"),
            None => statement.clone(),
        };
        [clause.id.clone(), clause.evidence.name().to_owned(), clause.section.clone(), statement]
    });
    aligned([head].into_iter().chain(rows), 0)
}

fn summary(suite: &Suite, clauses: &[&Clause]) -> String {
    let untestable = clauses.iter().filter(|clause| !clause.testable()).count();
    let gaps = suite.contract.gaps.len();
    format!(
        "{}, {untestable} of them untestable; {} in the contract",
        counted(clauses.len(), "clause"),
        counted(gaps, "gap")
    )
}

fn as_json(suite: &Suite, clauses: &[&Clause]) -> String {
    let clauses = clauses.iter().map(|clause| clause.to_json());
    let gaps = suite.contract.gaps.iter().map(|gap| {
        let spec::Gap { id, operation, section, note, .. } = gap;
        json!({ "id": id, "operation": operation, "section": section, "note": note })
    });
    let (clauses, gaps): (Vec<_>, Vec<_>) = (clauses.collect(), gaps.collect());
    format!("{:#}\n", json!({ "schema": 1, "clauses": clauses, "gaps": gaps }))
}
