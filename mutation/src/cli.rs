//! Command line of `mutation`.

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

/// Mutation testing of the conformance suite
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

/// The conforming server.
#[derive(Debug, Args)]
struct ServerArgs {
    /// Server program with the commands `seed demo` and `serve`
    #[arg(long, value_name = "PATH")]
    server: PathBuf,
}

/// Output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table.
    #[default]
    Table,
    /// A JSON document.
    Json,
}

impl Cli {
    /// Runs the command. The exit code is 0 if the gate holds, and 1 otherwise.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let runtime = tokio::runtime::Runtime::new()?;
        let holds = runtime.block_on(async {
            match self.command {
                Command::Mutants(args) => mutants::run(args).await,
                Command::Variants(args) => variants::run(args).await,
            }
        })?;
        Ok(if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Loads the embedded suite and seeds the server.
async fn prepare(args: &ServerArgs) -> anyhow::Result<(Arc<Suite>, Arc<ServerProgram>)> {
    let suite = Suite::embedded()?;
    let servers = ServerProgram::seed(&args.server, &suite).await?;
    Ok((Arc::new(suite), Arc::new(servers)))
}

/// Options of each run. All runs can use the same seed, because each has its own server.
fn run_options(seed: u64, alone: bool) -> RunOptions {
    RunOptions { jobs: JOBS, clock: Timestamp::now, seed, alone }
}

/// The number of servers that run at the same time, by default.
fn available_parallelism() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
