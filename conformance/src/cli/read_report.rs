//! `report`: makes another format of a report in JSON, or compares two.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use super::output::{OUTPUT, print};
use super::report::{HumanOutput, human};
use crate::exit::Exit;
use crate::report::compare::Comparison;
use crate::report::content::read;
use crate::report::{Content, FORMATS};

/// The format without `--format`.
const HUMAN: &str = "human";

/// Arguments of `report`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// A report that `--report json=PATH` wrote
    #[arg(value_name = "FILE.json")]
    file: PathBuf,
    /// A later report, to compare with the first one
    #[arg(value_name = "NEW.json")]
    new: Option<PathBuf>,
    /// The format to print
    #[arg(long, value_name = "FORMAT", default_value = HUMAN, help_heading = OUTPUT)]
    #[arg(value_parser = FORMATS.map(|(name, _)| name), conflicts_with = "new")]
    format: String,
    /// List every held clause, the steps that showed nothing, and every observation
    #[arg(short, long, help_heading = OUTPUT, conflicts_with = "new")]
    verbose: bool,
}

pub(super) fn execute(args: &Args) -> anyhow::Result<Exit> {
    let mut report = read_file(&args.file)?;
    if let Some(new) = &args.new {
        let comparison = Comparison::new(&report, &read_file(new)?);
        print(&comparison.to_string())?;
        return Ok(if comparison.is_worse() { Exit::Violated } else { Exit::Conforms });
    }
    report.verbose = args.verbose;
    let format = FORMATS.iter().find(|(name, _)| *name == args.format && *name != HUMAN);
    print(&match format {
        Some((_, render)) => render(&report)?,
        None => human(&report, HumanOutput::Stdout),
    })?;
    Ok(Exit::Conforms)
}

/// Reads a report in JSON.
pub(super) fn read_file(path: &Path) -> anyhow::Result<Content> {
    let shown = path.display();
    let text = fs::read(path).with_context(|| format!("cannot read the report `{shown}`"))?;
    read(&text).map_err(|why| anyhow!("`{shown}` {why}"))
}
