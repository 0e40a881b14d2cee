//! `list`, `clauses` and `plan`: what there is, and what would be done.

use clap::ValueEnum;
use serde_json::json;

use super::options::Aim;
use crate::exit::Exit;
use crate::plan::{Decision, Glob};
use crate::suite::Suite;

/// Arguments of `clauses`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Clauses to list; `*` stands for anything.
    #[arg(long, value_name = "GLOB")]
    only: Option<Glob>,
    /// For people or for programs.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Table,
    Json,
}

pub(super) fn scenarios(suite: &Suite) -> Exit {
    for scenario in &suite.scenarios {
        println!("{}  [{}]  {}", scenario.id, scenario.level, scenario.title);
    }
    Exit::Conforms
}

pub(super) fn clauses(suite: &Suite, args: &Args) -> Exit {
    let wanted = |id: &str| args.only.as_ref().is_none_or(|only| only.matches(id));
    let clauses = suite.clauses.iter().filter(|clause| wanted(&clause.id));
    match args.format {
        Format::Table => clauses.for_each(|clause| println!("{}  {}", clause.id, clause.statement)),
        Format::Json => {
            let clauses = clauses.map(|clause| {
                json!({
                    "id": clause.id,
                    "kind": clause.kind.name(),
                    "operation": clause.operation,
                    "section": clause.section,
                    "evidence": clause.evidence.name(),
                    "testable": clause.testable(),
                    "untestable_because": clause.untestable_because,
                    "statement": clause.statement,
                })
            });
            let gaps = suite.contract.gaps.iter().map(|gap| {
                json!({
                    "id": gap.id,
                    "operation": gap.operation,
                    "section": gap.section,
                    "note": gap.note,
                })
            });
            let (clauses, gaps): (Vec<_>, Vec<_>) = (clauses.collect(), gaps.collect());
            println!(
                "{:#}",
                json!({ "schema": 1, "clauses": clauses, "gaps": gaps })
            );
        }
    }
    Exit::Conforms
}

pub(super) fn plan(suite: &Suite, aim: &Aim) -> anyhow::Result<Exit> {
    let aimed = aim.check(suite)?;
    let plan = aimed.plan(suite);
    println!("{} at level {}", aimed.base_url, aimed.level);
    for entry in &plan.entries {
        let clauses = entry.claims.len();
        match &entry.decision {
            Decision::Play(_) => {
                let writes = entry
                    .writes
                    .iter()
                    .map(|(call, count)| format!("{count} {call}"));
                let writes: Vec<_> = writes.collect();
                let writes = if writes.is_empty() {
                    "no writes".into()
                } else {
                    writes.join(", ")
                };
                println!("play  {}  ({clauses} clauses; {writes})", entry.scenario);
            }
            Decision::Skip(reason, wanted) => {
                println!(
                    "skip  {}  ({}: wanted {wanted})",
                    entry.scenario,
                    reason.name()
                );
            }
        }
    }
    Ok(Exit::Conforms)
}
