//! `profile`: drafts a file with a named set of clauses.

use std::collections::BTreeSet;

use anyhow::bail;

use super::filter;
use super::output::print;
use super::target_args::DepthArgs;
use crate::exit::Exit;
use crate::level::Level;
use crate::plan::Glob;
use crate::profiles::draft;
use crate::suite::Suite;

/// Arguments of `profile`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Name of the set, for reports and certificates
    #[arg(value_name = "NAME")]
    name: String,
    /// Only clauses that a run of this level can show: `read`, `own` or `full`
    #[arg(long, value_name = "LEVEL", default_value_t = Level::Full)]
    level: Level,
    /// Only these clauses, or all of an operation or a resource by its name; `*` matches any text, `,` separates patterns
    #[arg(long, value_name = "GLOB")]
    only: Option<Glob>,
    #[command(flatten)]
    pub(super) depth: DepthArgs,
}

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    if args.name.trim().is_empty() {
        bail!("the name of the profile is empty");
    }
    let only = args.only.as_ref().map(|only| filter::expand_clauses(suite, only)).transpose()?;
    let scenarios = suite
        .scenarios
        .iter()
        .filter(|scenario| scenario.level <= args.level && scenario.depth <= args.depth.depth);
    let shown: BTreeSet<_> =
        scenarios.flat_map(|scenario| suite.clauses.reached(&suite.contract, scenario)).collect();
    let is_wanted = |id: &&String| only.as_ref().is_none_or(|only| only.matches(id));
    let mut clauses = shown.iter().filter(is_wanted).map(String::as_str).peekable();
    if clauses.peek().is_none() {
        bail!("a run of level {} can show none of the selected clauses", args.level);
    }
    print(&draft(&args.name, clauses))?;
    Ok(Exit::Conforms)
}
