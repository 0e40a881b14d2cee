//! `cargo xtask kill-rounds`: the reference killed under load, again and again, and what it had promised looked for.

use std::process::ExitCode;

use anyhow::Context;
use clap::Args as ClapArgs;

use crate::cargo::cargo;
use crate::tool;

/// Flags of `kill-rounds`.
#[derive(ClapArgs)]
pub struct Args {
    /// How often to kill, on each database
    #[arg(long, default_value_t = 20)]
    rounds: usize,
    /// How many write at the same time
    #[arg(long, default_value_t = 16)]
    clients: usize,
    /// What the moments and the writes are drawn from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// An empty database of your own instead of a new file of SQLite and a new PostgreSQL
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

/// Runs the rounds, which are a test of the reference with flags, and hands on their exit code.
///
/// # Errors
/// When cargo cannot be started.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    tool::leave_interrupts_to_children()?;
    let mut cargo = cargo();
    cargo.args(["test", "--quiet", "--package", "referral-reference"]);
    cargo.args(["--test", "kill_rounds"]);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    cargo.args(["--", "--rounds", &args.rounds.to_string()]);
    cargo.args(["--clients", &args.clients.to_string()]);
    cargo.args(["--seed", &args.seed.to_string()]);
    if let Some(url) = &args.database {
        cargo.args(["--database", url]);
    }
    let status = cargo.status();
    let status = status.context("failed to start cargo")?;
    Ok(match status.code() {
        Some(0) => ExitCode::SUCCESS,
        // Cargo has a code of its own for a test that failed.
        Some(_) => ExitCode::FAILURE,
        None => ExitCode::from(130),
    })
}
