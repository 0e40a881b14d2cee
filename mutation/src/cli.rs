//! The commands of the program, one file each, and what they share.

mod mutants;
mod progress;
mod variants;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, Parser, Subcommand, ValueEnum};
use jiff::Timestamp;
use mutation::server::ServerProgram;
use mutation::suite_run::{JOBS, RunOptions};
use referral_conformance::suite::Suite;

/// Proof that the suite catches what breaks a clause, and accuses nobody who breaks none.
#[derive(Debug, Parser)]
#[command(name = "mutation", version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Mutants(mutants::Args),
    Variants(variants::Args),
}

/// The conforming server that is bent.
#[derive(Debug, Args)]
struct Conforming {
    /// A program with the commands `seed demo` and `serve`
    #[arg(long, value_name = "PATH")]
    server: PathBuf,
}

/// How the outcome is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people.
    #[default]
    Table,
    /// For programs.
    Json,
}

impl Cli {
    /// Does what was asked: 0 when the gate holds, 1 when it does not.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let runtime = tokio::runtime::Runtime::new()?;
        let holds = runtime.block_on(async {
            match self.command {
                Command::Mutants(args) => mutants::run(args).await,
                Command::Variants(args) => variants::run(args).await,
            }
        })?;
        Ok(if holds {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

/// The suite that the program carries, and servers of the program that is named.
async fn prepare(conforming: &Conforming) -> anyhow::Result<(Arc<Suite>, Arc<ServerProgram>)> {
    let suite = Suite::embedded()?;
    let servers = ServerProgram::seed(&conforming.server, &suite).await?;
    Ok((Arc::new(suite), Arc::new(servers)))
}

/// Runs whose ids come from a seed; each server is a fresh one, so they need not differ.
fn options(seed: u64, alone: bool) -> RunOptions {
    RunOptions {
        jobs: JOBS,
        clock: Timestamp::now,
        seed,
        alone,
    }
}

/// As many servers at once as there are processors.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
