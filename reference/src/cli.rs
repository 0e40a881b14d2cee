//! The commands of the program, one file each, and their common parts.

mod account;
mod argument_sources;
mod completions;
mod config;
mod files;
mod key;
mod man;
mod named;
pub mod output;
mod seed;
mod serve;
mod settings;
mod table;
pub mod usage;

use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, Parser, Subcommand};
use referral_reference::log::{self, Format};

use crate::cli::argument_sources::ArgumentSources;

/// The reference implementation of the referral growth service.
#[derive(Debug, Parser)]
#[command(name = "referral-reference", version, max_term_width = 80)]
#[command(after_help = usage::exit_codes())]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::ServeArgs),
    Seed(seed::SeedArgs),
    Account(account::AccountArgs),
    Key(key::KeyArgs),
    Config(config::ConfigArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

impl Cli {
    /// Runs the command; `matches` holds the source of every argument.
    pub async fn run(self, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
        let sources = ArgumentSources::new(matches);
        if !matches!(self.command, Command::Serve(_) | Command::Config(_)) {
            // The other commands log warnings only, in human-readable form.
            log::init(&"warn".parse()?, Format::Human);
        }
        match self.command {
            Command::Serve(args) => serve::run(args, &sources).await,
            Command::Config(args) => config::run(args, &sources),
            Command::Completions(args) => completions::run(described(), &args),
            Command::Man(args) => man::run(described(), &args),
            Command::Seed(args) => seed::run(args, &sources).await,
            Command::Account(args) => account::run(args, &sources).await,
            Command::Key(args) => key::run(args, &sources).await,
        }
    }
}

/// The program with its commands, for texts about them.
fn described() -> clap::Command {
    without_env_values(Cli::command())
}

/// Keeps the values of environment variables, which may be secret, out of the help.
pub fn without_env_values(command: clap::Command) -> clap::Command {
    command.mut_args(|arg| arg.hide_env_values(true)).mut_subcommands(without_env_values)
}
