//! Command line of `mutation`.

mod classes;
mod mutants;
mod responses;
mod strength;
mod variants;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;
use mutation::server::{MockServers, ServerFactory, ServerProgram};
use mutation::suite_run::{JOBS, RunOptions};
use referral_conformance::depth::Depth;
use referral_conformance::suite::{self, Suite};

/// Mutation testing of the conformance suite
#[derive(Debug, Parser)]
#[command(name = "mutation", version, max_term_width = 80)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Mutants(mutants::Args),
    Classes(classes::Args),
    Variants(variants::Args),
    Responses(responses::Args),
    Strength(strength::Args),
}

impl Cli {
    /// Runs the command. The exit code is 0 if the gate holds, and 1 otherwise.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let runtime = tokio::runtime::Runtime::new()?;
        let holds = runtime.block_on(async {
            match self.command {
                Command::Mutants(args) => mutants::run(args).await,
                Command::Classes(args) => classes::run(args).await,
                Command::Variants(args) => variants::run(args).await,
                Command::Responses(args) => responses::run(args).await,
                Command::Strength(args) => strength::run(&args),
            }
        })?;
        Ok(if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// The servers to run the suite against, and their contract.
#[derive(Debug, clap::Args)]
#[group(skip)]
struct ServerArgs {
    /// Server program with the commands `seed demo` and `serve`
    #[arg(long, value_name = "PATH", required_unless_present = "contract")]
    server: Option<PathBuf>,
    /// Folder with another contract; a server in memory obeys it, and the scenarios follow from it
    #[arg(long, value_name = "DIR", conflicts_with = "server")]
    contract: Option<PathBuf>,
    /// File with answers to gaps of that contract, which the server gives
    #[arg(long, value_name = "FILE", requires = "contract")]
    overlay: Option<PathBuf>,
}

impl ServerArgs {
    /// Loads the suite for runs of a depth: of the other contract, or the embedded one.
    fn suite(&self, depth: Depth) -> anyhow::Result<Suite> {
        let Some(folder) = &self.contract else { return Ok(suite::embedded(depth)?) };
        let contract = suite::read_contract(folder)?;
        let overlay = self.overlay.as_deref().map(suite::read_overlay).transpose()?;
        Ok(suite::derived(&contract, overlay.as_ref(), &[], depth)?)
    }

    /// The servers for a suite, and the suite for these servers.
    async fn start(&self, suite: Suite) -> anyhow::Result<(Arc<Suite>, Arc<dyn ServerFactory>)> {
        if self.contract.is_some() {
            let servers = MockServers::new(suite.contract.as_ref().clone());
            let suite = suite.for_target(&servers.test_data().target);
            return Ok((Arc::new(suite), Arc::new(servers)));
        }
        let program = self.server.as_deref().context("no `--server PATH` is given")?;
        let servers = ServerProgram::seed(program, &suite).await?;
        Ok((Arc::new(suite), Arc::new(servers)))
    }

    /// The suite for runs of a depth, and the servers.
    async fn prepare(&self, depth: Depth) -> anyhow::Result<(Arc<Suite>, Arc<dyn ServerFactory>)> {
        self.start(self.suite(depth)?).await
    }
}

/// Loads the embedded suite for runs of a depth and seeds the server.
async fn prepare(server: &Path, depth: Depth) -> anyhow::Result<(Arc<Suite>, Arc<ServerProgram>)> {
    let suite = suite::embedded(depth)?;
    let servers = ServerProgram::seed(server, &suite).await?;
    Ok((Arc::new(suite), Arc::new(servers)))
}

/// Options of each run. All runs can use the same seed, because each has its own server.
fn run_options(seed: u64, depth: Depth, alone: bool) -> RunOptions {
    RunOptions { jobs: JOBS, clock: Timestamp::now, seed, depth, alone }
}

/// A progress bar on standard error, which is hidden unless that is a terminal.
fn progress_bar(count: usize, noun: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(u64::try_from(count).unwrap_or_default()).with_prefix(noun);
    // The template is a valid constant.
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {prefix} {msg}") {
        bar.set_style(style);
    }
    bar
}

/// Reports an item as finished. On a terminal, only notable outcomes stay visible.
fn finish_item(bar: &ProgressBar, name: &str, outcome: &str, is_notable: bool) {
    if bar.is_hidden() {
        eprintln!("{outcome} {name}");
    } else {
        if is_notable {
            bar.println(format!("{outcome} {name}"));
        }
        bar.set_message(name.to_owned());
        bar.inc(1);
    }
}

/// The number of servers that run at the same time, by default.
fn available_parallelism() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
