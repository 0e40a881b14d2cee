//! `clauses`: lists the clauses, or exports them with the gaps.

use clap::ValueEnum;
use serde_json::json;
use spec::Clause;

use super::filter;
use super::list::counted;
use super::output::print;
use super::table::aligned;
use crate::exit::Exit;
use crate::plan::Glob;
use crate::suite::Suite;

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
    let only = args.only.as_ref();
    let only = only.map(|only| filter::expand_clauses(suite, only)).transpose()?;
    let wanted = |clause: &&Clause| only.as_ref().is_none_or(|only| only.matches(&clause.id));
    let clauses: Vec<_> = suite.clauses.iter().filter(wanted).collect();
    match args.format {
        Format::Json => print(&as_json(suite, &clauses))?,
        Format::Table => {
            print(&as_table(&clauses))?;
            eprintln!("{}", summary(suite, &clauses));
        }
    }
    Ok(Exit::Conforms)
}

fn as_table(clauses: &[&Clause]) -> String {
    let head = ["ID", "EVIDENCE", "SECTION", "STATEMENT"].map(str::to_owned);
    let rows = clauses.iter().map(|clause| {
        let untestable = clause.untestable_because.as_ref();
        let note = untestable.map_or(String::new(), |why| format!(" [untestable: {why}]"));
        vec![
            clause.id.clone(),
            clause.evidence.name().to_owned(),
            clause.section.clone(),
            format!("{}{note}", clause.statement),
        ]
    });
    let rows: Vec<_> = [head.to_vec()].into_iter().chain(rows).collect();
    aligned(&rows, 0)
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
        json!({
            "id": gap.id,
            "operation": gap.operation,
            "section": gap.section,
            "note": gap.note,
        })
    });
    let (clauses, gaps): (Vec<_>, Vec<_>) = (clauses.collect(), gaps.collect());
    format!("{:#}\n", json!({ "schema": 1, "clauses": clauses, "gaps": gaps }))
}
