//! Kills the service in the middle of its work, again and again, and looks for what it had promised.
//!
//! Writers note every write that was answered as done. The process gets a SIGKILL at a drawn moment
//! and is started again; then every noted write must be in the database once, nothing may be there
//! that was refused or never sent, and the database must be whole. On a PostgreSQL of its own the
//! server of the database is killed as well.
//!
//! Without flags, as `cargo test` runs it, a few rounds on both engines; more with
//! `cargo test -p referral-reference --test kill_rounds -- --rounds 20`.
//! Exit codes: 0 all was kept, 1 something was not, 2 wrong usage.

#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on should stop where it is"
)]

mod audit;
#[path = "../it/postgres/cluster.rs"]
mod cluster;
mod draw;
mod ledger;
mod round;
mod service;
mod table;
mod wire;
mod writers;

use std::process::ExitCode;

use clap::Parser;
use tempfile::TempDir;

use crate::cluster::Cluster;
use crate::round::{Database, Rounds};

/// Kill the service under load, and look for what it had promised
#[derive(Debug, Parser)]
#[command(
    name = "kill-rounds",
    bin_name = "cargo test -p referral-reference --test kill_rounds --"
)]
struct Args {
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

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_help = words.iter().any(|word| Args::knows(word));
    if is_help {
        return run(Args::parse());
    }
    // The words of `cargo test` are for programs with many tests; this one has a single one.
    let filters = words.iter().any(|word| !word.starts_with('-'));
    if filters
        && !words
            .iter()
            .any(|word| "kill_rounds".contains(word.as_str()))
    {
        return ExitCode::SUCCESS;
    }
    if words.iter().any(|word| word == "--list") {
        println!("kill_rounds: test");
        return ExitCode::SUCCESS;
    }
    audit::prove();
    run(Args {
        rounds: 3,
        clients: 8,
        seed: 1,
        database: None,
    })
}

impl Args {
    fn knows(word: &str) -> bool {
        let name = word.split('=').next().unwrap_or_default();
        let names = ["--rounds", "--clients", "--seed", "--database"];
        names.contains(&name) || ["--help", "-h"].contains(&name)
    }
}

fn run(args: Args) -> ExitCode {
    let rounds = Rounds {
        number: args.rounds,
        clients: args.clients,
        seed: args.seed,
    };
    let mut kept = true;
    if let Some(url) = args.database {
        kept &= rounds.run("your database", &mut Database::At(url));
    } else {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("referral.db");
        let url = format!("sqlite://{}", file.display());
        kept &= rounds.run("SQLite", &mut Database::At(url));
        if let Some(cluster) = Cluster::start() {
            kept &= rounds.run("PostgreSQL", &mut Database::Cluster(cluster));
        }
    }
    match kept {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
