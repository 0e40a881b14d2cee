//! The command line. What each command does is in a file of its own.

mod clauses;
mod connection;
mod discover;
mod explain;
mod filter;
mod help;
mod interrupt;
mod keys;
mod list;
mod output;
mod plan;
mod report;
mod run;
mod state;
mod sweep;
mod table;
mod target_args;
mod used;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::exit::Exit;
use crate::suite::{self, LoadErrors, Suite};

const FILES: &str = "Files instead of the embedded ones";

#[derive(Parser)]
#[command(version, about, max_term_width = 100, after_help = help::first_steps())]
struct Cli {
    #[command(flatten)]
    files: Files,
    #[command(subcommand)]
    command: Command,
}

/// What is read instead of what the program carries.
#[derive(clap::Args)]
struct Files {
    /// Folder with another contract
    #[arg(long, global = true, value_name = "DIR", help_heading = FILES)]
    contract: Option<PathBuf>,
    /// Folder with other scenarios
    #[arg(long, global = true, value_name = "DIR", help_heading = FILES)]
    scenarios: Option<PathBuf>,
    /// File with answers to gaps of the contract
    #[arg(long, global = true, value_name = "FILE", help_heading = FILES)]
    overlay: Option<PathBuf>,
}

impl Files {
    /// The flags that name the same files, to be shown: each after a space.
    fn flags(&self) -> String {
        let files = [
            ("contract", &self.contract),
            ("scenarios", &self.scenarios),
            ("overlay", &self.overlay),
        ];
        let named = files
            .iter()
            .filter_map(|(name, path)| Some((name, path.as_ref()?)));
        let flags = named.map(|(name, path)| format!(" --{name} {}", target_args::path_word(path)));
        flags.collect()
    }
}

#[derive(Subcommand)]
enum Command {
    /// Run the scenarios against a service and check its answers
    #[command(after_help = help::of_run())]
    Run(run::Args),
    /// Show what a run would do and skip, without sending requests
    #[command(after_help = help::keys())]
    Plan(target_args::TargetArgs),
    /// Find fixtures in documented lists and draft a target file; read-only
    #[command(after_help = help::keys())]
    Discover(discover::Args),
    /// Clean up after killed runs, and list what cannot be cleaned up
    #[command(after_help = help::keys())]
    Sweep(sweep::Args),
    /// List the scenarios with level, steps and clauses
    List,
    /// List the clauses, or export them with the gaps as JSON
    Clauses(clauses::Args),
    /// Show the source of a clause, what it needs, and the scenarios that check it
    Explain(explain::Args),
}

/// Reads the arguments of the process, does what they say, and tells how it went.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let exit = match catch_unwind(AssertUnwindSafe(|| execute(&cli))) {
        Ok(Ok(exit)) => exit,
        Ok(Err(error)) => {
            match error.downcast_ref::<LoadErrors>() {
                Some(mistakes) => output::tell(&format!("{mistakes}\n")),
                None => output::tell(&format!("error: {error:#}\n")),
            }
            Exit::Usage
        }
        // Where it was is said already.
        Err(_) => {
            output::tell(
                "error: this program is at fault, and says nothing of the service; `sweep` tidies up what a run has begun\n",
            );
            Exit::Harness
        }
    };
    ExitCode::from(exit.code())
}

fn execute(cli: &Cli) -> anyhow::Result<Exit> {
    let suite = load(&cli.files)?;
    match &cli.command {
        Command::Run(args) => run::execute(&suite, args, &cli.files.flags()),
        Command::Plan(aim) => plan::execute(&suite, aim),
        Command::Discover(args) => discover::execute(&suite, args),
        Command::Sweep(args) => sweep::execute(&suite, args),
        Command::List => list::execute(&suite),
        Command::Clauses(args) => clauses::execute(&suite, args),
        Command::Explain(args) => explain::execute(&suite, args),
    }
}

fn load(files: &Files) -> Result<Suite, LoadErrors> {
    let contract = match &files.contract {
        Some(folder) => suite::read_contract(folder)?,
        None => suite::embedded_contract(),
    };
    let scenarios = match &files.scenarios {
        Some(folder) => suite::read_scenarios(folder)?,
        None => suite::embedded_scenarios(),
    };
    let overlay = files
        .overlay
        .as_deref()
        .map(suite::read_overlay)
        .transpose()?;
    Suite::load(&contract, overlay.as_ref(), &scenarios)
}
