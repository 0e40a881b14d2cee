//! The command line. What each command does is in a file of its own.

mod explain;
mod keys;
mod list;
mod options;
mod report;
mod run;
mod state;
mod used;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::exit::Exit;
use crate::suite::{self, Mistakes, Suite};

#[derive(Parser)]
#[command(version, about, max_term_width = 100)]
struct Cli {
    /// Another contract than the one carried inside.
    #[arg(long, global = true, value_name = "DIR")]
    contract: Option<PathBuf>,
    /// Other scenarios than the ones carried inside.
    #[arg(long, global = true, value_name = "DIR")]
    scenarios: Option<PathBuf>,
    /// Answers to gaps of the contract.
    #[arg(long, global = true, value_name = "FILE")]
    overlay: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Replay the scenarios against a service and judge what it answers.
    Run(run::Args),
    /// Show what a run would do and what it would leave out; nothing is sent.
    Plan(options::Aim),
    /// List the scenarios.
    List,
    /// List the clauses.
    Clauses(list::Args),
    /// Say all there is to know of one clause.
    Explain(explain::Args),
}

/// Reads the arguments of the process, does what they say, and tells how it went.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let exit = match execute(&cli) {
        Ok(exit) => exit,
        Err(error) => {
            eprintln!("error: {error:#}");
            Exit::Usage
        }
    };
    ExitCode::from(exit.code())
}

fn execute(cli: &Cli) -> anyhow::Result<Exit> {
    let suite = match load(cli) {
        Ok(suite) => suite,
        Err(mistakes) => {
            eprintln!("{mistakes}");
            return Ok(Exit::Usage);
        }
    };
    match &cli.command {
        Command::Run(args) => run::execute(&suite, args),
        Command::Plan(aim) => list::plan(&suite, aim),
        Command::List => Ok(list::scenarios(&suite)),
        Command::Clauses(args) => Ok(list::clauses(&suite, args)),
        Command::Explain(args) => explain::execute(&suite, args),
    }
}

fn load(cli: &Cli) -> Result<Suite, Mistakes> {
    let contract = match &cli.contract {
        Some(folder) => suite::read_contract(folder)?,
        None => suite::carried_contract(),
    };
    let scenarios = match &cli.scenarios {
        Some(folder) => suite::read_scenarios(folder)?,
        None => suite::carried_scenarios(),
    };
    let overlay = cli
        .overlay
        .as_deref()
        .map(suite::read_overlay)
        .transpose()?;
    Suite::load(&contract, overlay.as_ref(), &scenarios)
}
