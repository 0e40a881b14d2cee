//! The commands of the program, one file each.

mod key;
mod seed;
mod serve;

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use referral_reference::store::{Store, StoreError};

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
    Key(key::KeyArgs),
}

impl Cli {
    /// Does what was asked.
    pub async fn run(self) -> anyhow::Result<ExitCode> {
        match self.command {
            Command::Serve(args) => serve::run(args).await,
            Command::Seed(args) => seed::run(args).await,
            Command::Key(args) => key::run(args).await,
        }
    }
}

/// Which database; the same for every command.
#[derive(Debug, Args)]
struct Database {
    /// The database: `sqlite://PATH` (made if there is none), `sqlite::memory:` or
    /// `postgres://USER:PASSWORD@HOST/DATABASE`
    #[arg(
        long,
        value_name = "URL",
        env = "REFERRAL_DATABASE",
        hide_env_values = true,
        default_value = "sqlite://referral.db"
    )]
    database: String,
}

impl Database {
    async fn open(&self) -> Result<Store, StoreError> {
        Store::open(&self.database).await
    }
}
