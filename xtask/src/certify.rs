//! `cargo xtask certify`: runs the conformance suite, by default against the reference on a free port, with
//! `--contract` against a server in memory that obeys the contract.

mod database;
mod reference;
mod rounds;
mod summary;

use std::process::ExitCode;

use anyhow::bail;
use clap::Args as ClapArgs;

use crate::mock::{Mock, other_contract};
use crate::{binary, cargo};

use database::DatabaseSource;
use reference::{REFERENCE, Reference};

const SUITE: &str = "referral-conformance";

/// Flags of `certify`.
#[derive(ClapArgs)]
pub struct Args {
    /// Database of the reference [default: a new SQLite file in a temporary folder]
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Repeat the run N times on new servers and N times on one server, with --jobs 1 and --jobs 16
    ///
    /// The one server is seeded with enough fixtures for all runs, so that every clause holds in each of them. With a
    /// PostgreSQL URL, each server gets a database of its own, created with `psql`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Flags of the suite's `run`; with `--base-url` or `--target` the suite tests that server instead, with `--contract`
    /// alone a server in memory that obeys that contract
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "RUN FLAGS")]
    run: Vec<String>,
}

/// Runs the command and returns the exit code of the suite; with `--rounds`, 0 if all clauses held in all rounds and 1
/// otherwise. Fails when a binary cannot be built or started.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    binary::leave_interrupts_to_children()?;
    if contains_any(&args.run, &["--base-url", "--target"]) {
        if args.rounds.is_some() {
            bail!(
                "the flag --rounds tests the reference: it cannot be combined with --base-url or --target"
            );
        }
        cargo::build(&[SUITE])?;
        let mut suite = binary::command(SUITE)?;
        suite.arg("run").args(&args.run);
        return binary::run(suite);
    }
    let is_of_reference = args.rounds.is_some() || args.database.is_some();
    if is_of_reference && other_contract(&args.run).is_some() {
        bail!("the flags --rounds and --database are for the reference, and not for --contract");
    }
    if let Some(mock) = Mock::start(&args.run)? {
        cargo::build(&[SUITE])?;
        return run_suite(args, &mock.path("target.yaml"), &mock.path("state"), "server");
    }
    cargo::build(&[SUITE, REFERENCE])?;
    match args.rounds {
        Some(rounds) => run_rounds(args, rounds),
        None => run_once(args),
    }
}

fn run_once(args: &Args) -> anyhow::Result<ExitCode> {
    let reference = Reference::start(args.database.as_deref(), 1, false)?;
    // The folder of the journal is deleted, and so is a database in it.
    let discards = if args.database.is_some() { "journal" } else { "server" };
    run_suite(args, &reference.target(), &reference.path("state"), discards)
}

/// Runs the suite against a server that nobody else uses.
fn run_suite(args: &Args, target: &str, state: &str, discards: &str) -> anyhow::Result<ExitCode> {
    let mut suite = binary::command(SUITE)?;
    suite.args(["run", "--target", target, "--fresh-fixtures", "--alone"]);
    suite.args(["--state-dir", state, "--discards", discards]).args(&args.run);
    binary::run(suite)
}

fn run_rounds(args: &Args, rounds: u32) -> anyhow::Result<ExitCode> {
    let reserved = ["--jobs", "--state-dir", "--fresh-fixtures", "--alone"];
    if contains_any(&args.run, &reserved) {
        bail!("--rounds sets {} itself", reserved.join(", "));
    }
    let databases = DatabaseSource::new(args.database.clone());
    let groups = rounds::run(&databases, rounds, &args.run)?;
    print!("{}", summary::render(&groups));
    let all_held = groups.iter().all(summary::RunGroup::all_held);
    Ok(if all_held { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn contains_any(arguments: &[String], flags: &[&str]) -> bool {
    arguments.iter().any(|argument| {
        let (name, _) = argument.split_once('=').unwrap_or((argument, ""));
        flags.contains(&name)
    })
}
