//! Command line of `mutation`.

mod classes;
mod mutants;
mod responses;
mod strength;
mod variants;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;
use mutation::server::ServerProgram;
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

/// Loads the embedded suite for runs of a depth and seeds the server.
async fn prepare(server: &Path, depth: Depth) -> anyhow::Result<(Arc<Suite>, Arc<ServerProgram>)> {
    seed(server, suite::embedded(depth)?).await
}

/// Seeds the server for a suite.
async fn seed(server: &Path, suite: Suite) -> anyhow::Result<(Arc<Suite>, Arc<ServerProgram>)> {
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
