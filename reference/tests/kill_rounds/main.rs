//! Kills the processes of the service under load again and again, and checks that no acknowledged write is lost.
//!
//! Writers record every acknowledged write. Each process gets a SIGKILL at a random moment, one after the other, and all
//! are started again; then every recorded write must be in the database once, no write that was refused or never sent may be there, and the
//! database must be intact. With a PostgreSQL server of its own, the server is killed as well.
//!
//! Without flags, as `cargo test` runs it, a few rounds on both engines; more with `cargo test -p referral-reference
//! --test kill_rounds -- --rounds 20`. Exit codes: 0 no errors, 1 errors, 2 wrong usage.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

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

/// Kill the service under load and check that no acknowledged write is lost
#[derive(Debug, Parser)]
#[command(
    name = "kill-rounds",
    bin_name = "cargo test -p referral-reference --test kill_rounds --"
)]
struct Args {
    /// Rounds per database
    #[arg(long, default_value_t = 20)]
    rounds: usize,
    /// Concurrent writers
    #[arg(long, default_value_t = 16)]
    clients: usize,
    /// Processes of the service
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..))]
    servers: u8,
    /// Seed of the random moments and writes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Empty database to use instead of a new SQLite file and a new PostgreSQL server
    #[arg(long, value_name = "URL")]
    database: Option<String>,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_help = words.iter().any(|word| Args::knows(word));
    if is_help {
        return run(Args::parse());
    }
    // The arguments of `cargo test` are for programs with many tests; this one has a single test.
    let filters = words.iter().any(|word| !word.starts_with('-'));
    if filters && !words.iter().any(|word| "kill_rounds".contains(word.as_str())) {
        return ExitCode::SUCCESS;
    }
    if words.iter().any(|word| word == "--list") {
        println!("kill_rounds: test");
        return ExitCode::SUCCESS;
    }
    audit::prove();
    run(Args { rounds: 3, clients: 8, servers: 2, seed: 1, database: None })
}

impl Args {
    fn knows(word: &str) -> bool {
        let name = word.split('=').next().unwrap_or_default();
        let names = ["--rounds", "--clients", "--servers", "--seed", "--database"];
        names.contains(&name) || ["--help", "-h"].contains(&name)
    }
}

fn run(args: Args) -> ExitCode {
    let Args { rounds: number, clients, servers, seed, .. } = args;
    let rounds = Rounds { number, clients, servers: servers.into(), seed };
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
    if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
