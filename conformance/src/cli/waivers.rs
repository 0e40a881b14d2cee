//! `waivers`: drafts a file of waivers for the clauses that are violated in a report.

use std::path::PathBuf;

use anyhow::{anyhow, bail};
use jiff::civil::Date;

use super::clock;
use super::output::print;
use super::read_report::read_file;
use crate::exit::Exit;
use crate::report::content::{Clause, Outcome};
use crate::waivers::draft;

/// Arguments of `waivers`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// A report that `--report json=PATH` wrote
    #[arg(value_name = "FILE.json")]
    file: PathBuf,
    /// Person or team responsible for the failures
    #[arg(long, value_name = "NAME")]
    owner: String,
    /// Last date on which the waivers apply, such as `2026-12-31`
    #[arg(long, value_name = "DATE")]
    until: String,
}

pub(super) fn execute(args: &Args) -> anyhow::Result<Exit> {
    let until: Date = args.until.parse().map_err(|_| {
        anyhow!("`--until`: `{}` is not a date; write one such as `2026-12-31`", args.until)
    })?;
    if until < clock::today()? {
        bail!("`--until`: {until} is in the past");
    }
    let report = read_file(&args.file)?;
    let is_violated = |clause: &&Clause| clause.verdict == Outcome::Violated;
    let mut violated = report.selected().filter(is_violated).peekable();
    if violated.peek().is_none() {
        bail!("`{}` has no violated clause to waive", args.file.display());
    }
    print(&draft(violated.map(|clause| clause.id.as_str()), &args.owner, until))?;
    Ok(Exit::Conforms)
}
