//! `cargo xtask new`: writes what a resource, an operation, a record, a field or a scenario needs in each place.
//!
//! Everything is made in memory and loaded first, so that an error writes nothing.

mod answers;
mod changes;
mod field;
mod loaded;
mod names;
mod operation;
mod record;
mod resource;
mod scenario;
mod yaml;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args as ClapArgs, Subcommand};

use crate::contract::{ContractArgs, default_overlay};
use crate::terminal::print_stdout;
use crate::workspace;

use changes::Changes;
use loaded::Loaded;

/// Flags of `new`.
#[derive(ClapArgs)]
pub struct Args {
    #[command(subcommand)]
    kind: Kind,
    #[command(flatten)]
    contract: ContractArgs,
    /// Overlay that answers the new gaps [default: that of the reference, for its contract]
    #[arg(long, global = true, value_name = "FILE")]
    overlay: Option<PathBuf>,
    /// Folder of the scenarios
    #[arg(long, global = true, value_name = "DIR")]
    #[arg(default_value_os_t = workspace::at("conformance/scenarios"))]
    scenarios: PathBuf,
}

#[derive(Subcommand)]
enum Kind {
    /// A resource: its folder, and the list of its operations in the reference
    Resource(resource::Args),
    /// An operation: its file, answers to its gaps, a scenario, and a handler that answers 501
    Operation(operation::Args),
    /// A record of a resource, with an identifier
    Record(record::Args),
    /// A field of a record
    Field(field::Args),
    /// A scenario of an operation
    Scenario(scenario::Args),
}

/// Files to write, and what remains to be done.
struct Scaffold {
    changes: Changes,
    next: Vec<String>,
}

/// Runs the command. Exits with 0 if the files are written, 2 on an error in the contract. Fails on
/// invalid and existing names, and when a file cannot be read or written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let contract = &args.contract;
    let overlay = args.overlay.clone().or_else(|| default_overlay(contract));
    let Some(loaded) = Loaded::load(contract, overlay.as_deref())? else {
        return Ok(ExitCode::from(2));
    };
    let made = match &args.kind {
        Kind::Operation(kind) => operation::scaffold(&loaded, kind, &args.scenarios)?,
        Kind::Resource(kind) => resource::scaffold(&loaded, kind)?,
        Kind::Record(kind) => record::scaffold(&loaded, kind)?,
        Kind::Field(kind) => field::scaffold(&loaded, kind)?,
        Kind::Scenario(kind) => Some(scenario::scaffold(&loaded, kind, &args.scenarios)?),
    };
    let Some(Scaffold { changes, next }) = made else {
        return Ok(ExitCode::from(2));
    };
    let mut text = changes.write()?;
    text.push_str("next:\n");
    for (index, step) in next.iter().enumerate() {
        text.push_str(&format!("{:>2}. {step}\n", index + 1));
    }
    print_stdout(&text)?;
    Ok(ExitCode::SUCCESS)
}
