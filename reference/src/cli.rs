//! The commands of the program, one file each, and their common parts.

mod account;
mod argument_sources;
mod config;
mod files;
mod key;
mod named;
mod seed;
mod serve;
mod settings;
mod table;

use std::process::ExitCode;

use clap::{ArgMatches, Parser, Subcommand};
use referral_reference::log::{self, Filter, Format};

use crate::cli::argument_sources::ArgumentSources;

/// The reference implementation of the referral growth service.
#[derive(Debug, Parser)]
#[command(name = "referral-reference", version, max_term_width = 100)]
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
}

impl Cli {
    /// Runs the command; `matches` holds the source of every argument.
    pub async fn run(self, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
        let sources = ArgumentSources::new(matches);
        match self.command {
            Command::Serve(args) => serve::run(args, &sources).await,
            Command::Config(args) => config::run(args, &sources),
            Command::Seed(args) => {
                log_warnings()?;
                seed::run(args, &sources).await
            }
            Command::Account(args) => {
                log_warnings()?;
                account::run(args, &sources).await
            }
            Command::Key(args) => {
                log_warnings()?;
                key::run(args, &sources).await
            }
        }
    }
}

/// Commands other than `serve` log warnings only, in human-readable form.
fn log_warnings() -> anyhow::Result<()> {
    let warnings: Filter = "warn".parse()?;
    log::init(&warnings, Format::Human);
    Ok(())
}
