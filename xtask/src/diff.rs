//! `cargo xtask diff`: the changes of the contract between two revisions, and what they mean for the versions of the
//! generated crates.

mod api;
mod entry;
mod outputs;
mod revision;

use std::process::ExitCode;

use clap::{Args as ClapArgs, ValueEnum};
use spec::changes::{Effect, compare};

use crate::contract::ContractArgs;
use crate::terminal::print_stdout;
use outputs::{Step, compare_outputs};

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
    /// Exit with 1 if there is a breaking change
    #[arg(long, value_name = "EFFECT")]
    fail_on: Option<FailOn>,
}

#[derive(Clone, Copy, ValueEnum)]
enum FailOn {
    /// A correct program for the old version may fail
    Breaking,
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
    let is_breaking = contract.strongest() == Some(Effect::Breaking);
    let behaviour = if is_breaking { Step::Major } else { Step::Minor };
    let outputs = compare_outputs(&old, &new, behaviour)?;
    print_stdout(&entry::render(&contract, &outputs))?;
    Ok(ExitCode::from(u8::from(args.fail_on.is_some() && is_breaking)))
}
