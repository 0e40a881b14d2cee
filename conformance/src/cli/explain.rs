//! `explain`: one clause, where it comes from, and what shows it.

use anyhow::bail;

use crate::exit::Exit;
use crate::suite::Suite;

/// Arguments of `explain`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Id of a clause.
    clause: String,
}

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    let Some(clause) = suite.clauses.get(&args.clause) else {
        let ids = suite.clauses.iter().map(|clause| clause.id.as_str());
        match reader::did_you_mean(&args.clause, ids) {
            Some(near) => bail!(
                "there is no clause `{}`; did you mean `{near}`?",
                args.clause
            ),
            None => bail!(
                "there is no clause `{}`; `clauses` lists all of them",
                args.clause
            ),
        }
    };
    println!("{}\n  {}", clause.id, clause.statement);
    println!("  {} in section {}", clause.evidence.name(), clause.section);
    if let Some(why) = &clause.untestable_because {
        println!("  cannot be seen on the wire: {why}");
    }
    for scenario in &suite.scenarios {
        let reached = suite.clauses.reached(&suite.contract, scenario);
        if reached.contains(&clause.id) {
            println!(
                "  shown by {} [{}]: {}",
                scenario.id, scenario.level, scenario.title
            );
        }
    }
    Ok(Exit::Conforms)
}
