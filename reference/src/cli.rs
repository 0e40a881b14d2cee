//! The commands of the program, one file each, and what they share.

mod account;
mod config;
mod files;
mod given;
mod key;
mod named;
mod seed;
mod serve;
mod settings;
mod table;

use std::process::ExitCode;

use clap::{ArgMatches, Parser, Subcommand};
use referral_reference::log::{self, Filter, Format};

use crate::cli::given::Given;

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
    /// Does what was asked; `matches` knows what of it came from the environment.
    pub async fn run(self, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
        let given = Given::of(matches);
        match self.command {
            Command::Serve(args) => serve::run(args, &given).await,
            Command::Config(args) => config::run(args, &given),
            Command::Seed(args) => {
                log_warnings()?;
                seed::run(args, &given).await
            }
            Command::Account(args) => {
                log_warnings()?;
                account::run(args, &given).await
            }
            Command::Key(args) => {
                log_warnings()?;
                key::run(args, &given).await
            }
        }
    }
}

/// Commands that end by themselves speak to the one who typed them.
fn log_warnings() -> anyhow::Result<()> {
    let warnings: Filter = "warn".parse()?;
    log::init(&warnings, Format::Human);
    Ok(())
}
