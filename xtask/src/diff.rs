//! `cargo xtask diff`: the changes of the contract between two revisions, and what they mean for the versions of the
//! generated crates.

mod api;
mod changelog;
mod document;
mod outputs;
mod report;
mod revision;

use std::process::ExitCode;

use clap::{Args as ClapArgs, ValueEnum};
use spec::changes::{Comparison, Effect, compare};

use crate::contract::ContractArgs;
use crate::terminal::{Terminal, print_stdout};
use outputs::{OutputChange, compare_outputs};

/// Flags of `diff`.
#[derive(ClapArgs)]
pub struct Args {
    /// Git revision with the old contract
    #[arg(value_name = "REV")]
    old: String,
    /// Git revision with the new contract [default: the work tree]
    #[arg(value_name = "REV2")]
    new: Option<String>,
    #[command(flatten)]
    contract: ContractArgs,
    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
    /// Exit with 1 if there is a breaking change
    #[arg(long, value_name = "EFFECT")]
    fail_on: Option<FailOn>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Two tables: the changes, and the version steps
    Table,
    /// One JSON object
    Json,
    /// An entry for a changelog, in Markdown
    Changelog,
}

#[derive(Clone, Copy, ValueEnum)]
enum FailOn {
    /// A correct program for the old version may fail
    Breaking,
}

/// The differences between two revisions.
struct Difference {
    old: String,
    new: String,
    contract: Comparison,
    outputs: Vec<OutputChange>,
}

/// Runs the command. Exits with 0, with 1 if `--fail-on` applies, or with 2 on an error in a contract. Fails when a
/// revision cannot be read or stdout cannot be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Some(old) = revision::load(&args.old, &args.contract)? else {
        return Ok(ExitCode::from(2));
    };
    let new = match &args.new {
        Some(new) => revision::load(new, &args.contract)?,
        None => args.contract.load(None)?.map(|(contract, _)| contract),
    };
    let Some(new) = new else {
        return Ok(ExitCode::from(2));
    };
    let contract = compare(&old, &new);
    let outputs = compare_outputs(&old, &new, &contract)?;
    let difference = Difference {
        old: args.old.clone(),
        new: args.new.clone().unwrap_or_else(|| "the work tree".to_owned()),
        contract,
        outputs,
    };
    print_stdout(&match args.format {
        Format::Table => report::to_table(&difference, Terminal::stdout()),
        Format::Json => report::to_json(&difference),
        Format::Changelog => changelog::render(&difference),
    })?;
    let fails = match args.fail_on {
        Some(FailOn::Breaking) => difference.contract.strongest() == Some(Effect::Breaking),
        None => false,
    };
    Ok(ExitCode::from(u8::from(fails)))
}
