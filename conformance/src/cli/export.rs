//! `export`: the scenarios in a format of other tools.

use anyhow::{Context, ensure};
use clap::ValueEnum;

use super::filter;
use super::output::print;
use super::target_args::DepthArgs;
use crate::arazzo;
use crate::exit::Exit;
use crate::level::Level;
use crate::plan::Glob;
use crate::scenario::Scenario;
use crate::suite::Suite;

/// Arguments of `export`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The format
    #[arg(value_enum)]
    format: Format,
    /// Scenarios to export; `*` matches any text, `,` separates patterns
    #[arg(long, value_name = "GLOB")]
    only: Option<Glob>,
    /// The most that an exported scenario may change: `read` only reads, `own` also creates records, `full` also changes
    /// existing ones
    #[arg(long, value_name = "LEVEL", default_value_t = Level::Full)]
    level: Level,
    #[command(flatten)]
    depth: DepthArgs,
    /// Where the workflows find the OpenAPI document: a URL, or a path from their file
    #[arg(long, value_name = "URL", default_value = "openapi.yaml")]
    openapi: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Workflows of the Arazzo Specification 1.0.1, as JSON
    Arazzo,
}

pub(super) fn execute(suite: &Suite, args: &Args) -> anyhow::Result<Exit> {
    let Format::Arazzo = args.format;
    if let Some(only) = &args.only {
        filter::check_scenarios(suite, only)?;
    }
    let is_wanted = |scenario: &&Scenario| {
        scenario.depth <= args.depth.depth
            && scenario.level <= args.level
            && args.only.as_ref().is_none_or(|only| only.matches(&scenario.id))
    };
    let scenarios: Vec<_> = suite.scenarios.iter().filter(is_wanted).collect();
    ensure!(!scenarios.is_empty(), "no scenario of that level and depth; `list` shows both");
    let document = arazzo::document(&suite.contract, &scenarios, &args.openapi);
    print(&document.context("none of the scenarios can be written as a workflow")?)?;
    Ok(Exit::Conforms)
}
