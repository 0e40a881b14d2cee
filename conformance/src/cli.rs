//! The command line; each command has a file of its own.

mod certificate;
mod clauses;
mod clock;
mod completions;
mod connection;
mod discover;
mod events;
mod explain;
mod explore;
mod export;
mod filter;
mod given_flags;
mod help;
mod interrupt;
mod keygen;
mod keys;
mod list;
mod man;
mod observe;
mod output;
mod plan;
mod prepared;
mod profile;
mod progress;
mod read_report;
mod report;
mod run;
mod schema;
mod sweep;
mod target_args;
mod verify;
mod waivers;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use spec::ContractFile;

use crate::depth::Depth;
use crate::exit::Exit;
use crate::suite::{self, LoadErrors, Suite};
use crate::text::fit_to_terminal;

const FILES: &str = "Files instead of the embedded ones";

#[derive(Parser)]
#[command(version, about, max_term_width = 80, after_help = help::first_steps())]
struct Cli {
    #[command(flatten)]
    files: Files,
    #[command(subcommand)]
    command: Command,
}

/// Files that replace the embedded ones.
#[derive(clap::Args)]
struct Files {
    /// Folder with another contract; only scenarios that follow from it are used, unless a folder is given
    #[arg(long, global = true, value_name = "DIR", help_heading = FILES)]
    contract: Option<PathBuf>,
    /// Folder with scenarios that are replayed instead of all others
    #[arg(long, global = true, value_name = "DIR", help_heading = FILES)]
    scenarios: Option<PathBuf>,
    /// File with answers to gaps of the contract
    #[arg(long, global = true, value_name = "FILE", help_heading = FILES)]
    overlay: Option<PathBuf>,
}

#[derive(Subcommand)]
#[expect(clippy::large_enum_variant, reason = "a process has one command")]
enum Command {
    #[command(flatten)]
    Suite(SuiteCommand),
    /// Make another format of a report in JSON, or compare two of them
    #[command(after_help = help::after_report())]
    Report(read_report::Args),
    /// Draft a file of waivers for the clauses that are violated in a report
    Waivers(waivers::Args),
    /// Make a key pair for certificates
    Keygen(keygen::Args),
    /// Print a completion script for a shell
    Completions(completions::Args),
    /// Write a man page for the program and one for each command
    Man(man::Args),
}

/// The commands that need contract and scenarios.
#[derive(Subcommand)]
enum SuiteCommand {
    /// Run the scenarios against a service and check its responses
    #[command(after_help = help::after_run())]
    Run(run::Args),
    /// Show what a run would do and skip, without sending requests
    #[command(after_help = help::keys())]
    Plan(plan::Args),
    /// Send random sequences of calls, and shrink those that violate a clause to short scenarios
    #[command(after_help = help::after_run())]
    Explore(explore::Args),
    /// Run the scenarios, and say what the service does where the contract is silent
    #[command(after_help = help::after_observe())]
    Observe(observe::Args),
    /// Find fixtures in documented lists and draft a target file; read-only
    #[command(after_help = help::keys())]
    Discover(discover::Args),
    /// Check certificates, without sending anything: signature, digests, and the transcript, which is judged again
    #[command(after_help = help::after_verify())]
    Verify(verify::Args),
    /// Clean up after killed runs, and list what cannot be cleaned up
    #[command(after_help = help::keys())]
    Sweep(sweep::Args),
    /// List the scenarios with level, steps and clauses
    List(target_args::DepthArgs),
    /// List the clauses, or export them with the gaps as JSON
    Clauses(clauses::Args),
    /// Show the source of a clause, what it needs, and the scenarios that check it; or a gap; the clauses of an operation; or
    /// what a verdict or a reason means
    Explain(explain::Args),
    /// Draft a profile: a file with a named set of clauses, for `--profile`
    Profile(profile::Args),
    /// Write what the suite works with as files
    Export(export::Args),
    /// Print a JSON Schema with the names of the contract, for editors
    #[command(after_help = help::schemas())]
    Schema(schema::Args),
}

impl SuiteCommand {
    /// The depth of the scenarios that the command is about.
    fn depth(&self) -> Depth {
        match self {
            Self::Run(args) => args.depth(),
            Self::Observe(args) => args.depth(),
            Self::List(args) => args.depth,
            Self::Profile(args) => args.depth.depth,
            // A plan shows the numbers for every depth.
            Self::Plan(_) | Self::Export(_) => Depth::Thorough,
            _ => Depth::default(),
        }
    }
}

/// Parses the arguments of the process, runs the command and returns its exit code.
pub fn main() -> ExitCode {
    fit_to_terminal();
    output::redact_panics();
    let matches = Cli::command().get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let exit = match catch_unwind(AssertUnwindSafe(|| execute(&cli, &matches))) {
        Ok(Ok(exit)) => exit,
        Ok(Err(error)) => {
            match error.downcast_ref::<LoadErrors>() {
                Some(errors) => output::print_message(&format!("{errors}\n")),
                None => output::print_error(&error),
            }
            Exit::Usage
        }
        // The message and location of the panic are already printed.
        Err(_) => {
            output::print_message(
                "error: this is a bug in this program, not in the service; `sweep` cleans up after an unfinished run\n",
            );
            Exit::Harness
        }
    };
    ExitCode::from(exit.code())
}

fn execute(cli: &Cli, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let command = match &cli.command {
        Command::Suite(command) => command,
        Command::Report(args) => return read_report::execute(args),
        Command::Waivers(args) => return waivers::execute(args),
        Command::Keygen(args) => return keygen::execute(args),
        Command::Completions(args) => return completions::execute(Cli::command(), args),
        Command::Man(args) => return man::execute(Cli::command(), args),
    };
    let suite = load(&cli.files, command.depth())?;
    let matches = matches.subcommand().map_or(matches, |(_, matches)| matches);
    match command {
        SuiteCommand::Run(args) => run::execute(&suite, args, matches),
        SuiteCommand::Plan(args) => plan::execute(&suite, args),
        SuiteCommand::Explore(args) => explore::execute(&suite, args, matches),
        SuiteCommand::Observe(args) => observe::execute(&suite, &contract_files(&cli.files)?, args),
        SuiteCommand::Discover(args) => discover::execute(&suite, args),
        SuiteCommand::Verify(args) => verify::execute(suite, |depth| load(&cli.files, depth), args),
        SuiteCommand::Sweep(args) => sweep::execute(&suite, args),
        SuiteCommand::List(args) => list::execute(&suite, args),
        SuiteCommand::Clauses(args) => clauses::execute(&suite, args),
        SuiteCommand::Explain(args) => explain::execute(&suite, args),
        SuiteCommand::Profile(args) => profile::execute(&suite, args),
        SuiteCommand::Export(args) => export::execute(&suite, args),
        SuiteCommand::Schema(args) => schema::execute(&suite, args),
    }
}

/// Without a folder of scenarios, those that follow from the contract are replayed, and the embedded ones if they are about
/// it.
fn load(files: &Files, depth: Depth) -> anyhow::Result<Suite> {
    let contract = contract_files(files)?;
    let overlay = files.overlay.as_deref().map(suite::read_overlay).transpose()?;
    Ok(match &files.scenarios {
        Some(folder) => Suite::load(&contract, overlay.as_ref(), &suite::read_scenarios(folder)?)?,
        None => {
            let is_embedded = files.contract.is_none();
            let scenarios = if is_embedded { suite::embedded_scenarios() } else { Vec::new() };
            suite::derived(&contract, overlay.as_ref(), &scenarios, depth)?
        }
    })
}

fn contract_files(files: &Files) -> anyhow::Result<Vec<ContractFile>> {
    Ok(match &files.contract {
        Some(folder) => suite::read_contract(folder)?,
        None => suite::embedded_contract(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suite_has_the_depth_of_the_run() {
        for command in ["run", "observe", "list"] {
            let cli = Cli::try_parse_from(["x", command, "--depth", "thorough"]).unwrap();
            let Command::Suite(command) = cli.command else { panic!("{command}") };
            assert_eq!(command.depth(), Depth::Thorough);
        }
    }
}
