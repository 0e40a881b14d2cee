//! `cargo xtask kill-rounds`: the reference killed under load, again and again, and what it had promised looked for.

use std::process::{Command, ExitCode};

use anyhow::Context;
use clap::Args as ClapArgs;

use crate::tool;

/// Flags of `kill-rounds`, handed on as they are.
#[derive(ClapArgs)]
pub struct Args {
    /// --rounds N, --clients N, --seed N, --database URL; without a database, SQLite and a PostgreSQL of its own.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "FLAGS"
    )]
    flags: Vec<String>,
}

/// Runs the rounds, which are a test of the reference with flags, and hands on their exit code.
///
/// # Errors
/// When cargo cannot be started.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    tool::leave_interrupts_to_children()?;
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["test", "--quiet", "--package", "referral-reference"]);
    cargo.args(["--test", "kill_rounds"]);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    cargo.arg("--");
    if !args.flags.iter().any(|flag| flag.starts_with("--rounds")) {
        cargo.args(["--rounds", "20"]);
    }
    let status = cargo.args(&args.flags).status();
    let status = status.context("failed to start cargo")?;
    Ok(match status.code() {
        Some(0) => ExitCode::SUCCESS,
        // Cargo has a code of its own for a test that failed.
        Some(_) => ExitCode::FAILURE,
        None => ExitCode::from(130),
    })
}
