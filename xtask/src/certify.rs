//! `cargo xtask certify`: the reference started and seeded on a free port, and the suite run against it.

mod database;
mod reference;
mod round;
mod rounds;
mod tally;

use std::process::ExitCode;

use anyhow::bail;
use clap::Args as ClapArgs;

use crate::tool;

use database::Databases;
use reference::{REFERENCE, Reference};

const SUITE: &str = "referral-conformance";

/// Flags of `certify`.
#[derive(ClapArgs)]
pub struct Args {
    /// Database of the reference; a fresh one in a temporary folder when left out.
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Certify so many times in a row, on fresh servers and on one that stays, with --jobs 1 and --jobs 16.
    ///
    /// The server that stays has what so many runs use up, so that every clause holds in each round. For PostgreSQL, each
    /// server gets a database of its own, made with `psql`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Flags of `referral-conformance run`; with `--base-url` or `--target` that server is certified instead.
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "RUN FLAGS"
    )]
    run: Vec<String>,
}

/// Runs the command and hands on the exit code of the suite; with rounds, 0 when every one of them was well and 1
/// when one was not.
///
/// # Errors
/// When a binary cannot be built or started.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    tool::leave_interrupts_to_children()?;
    if names(&args.run, &["--base-url", "--target"]) {
        if args.rounds.is_some() {
            bail!("--rounds is for the reference; leave out --base-url and --target");
        }
        tool::build(&[SUITE])?;
        return tool::run(SUITE, &[&["run".to_owned()], args.run.as_slice()].concat());
    }
    tool::build(&[SUITE, REFERENCE])?;
    match args.rounds {
        Some(rounds) => all(args, rounds),
        None => once(args),
    }
}

fn once(args: &Args) -> anyhow::Result<ExitCode> {
    let reference = Reference::start(args.database.as_deref(), false, 1)?;
    // The journal is about a database that is thrown away with it.
    let own = [
        "run",
        "--target",
        &reference.target(),
        "--fresh-fixtures",
        "--alone",
        "--state-dir",
        &reference.file("state"),
    ]
    .map(str::to_owned);
    tool::run(SUITE, &[own.as_slice(), args.run.as_slice()].concat())
}

fn all(args: &Args, rounds: u32) -> anyhow::Result<ExitCode> {
    let own = ["--jobs", "--state-dir", "--fresh-fixtures", "--alone"];
    if names(&args.run, &own) {
        bail!("--rounds says itself what {} are", own.join(", "));
    }
    let databases = Databases::of(args.database.clone());
    let tallies = rounds::play(&databases, rounds, &args.run)?;
    print!("{}", tally::render(&tallies));
    Ok(match tallies.iter().all(tally::Tally::is_well) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Whether one of these flags is among them.
fn names(flags: &[String], wanted: &[&str]) -> bool {
    let name = |flag: &String| flag.split('=').next().unwrap_or_default().to_owned();
    flags.iter().any(|flag| wanted.contains(&&*name(flag)))
}
