//! The maintainers' one door: `cargo xtask gen | docs | clauses | explain | fuzz | certify | kill-rounds | mutants |
//! variants`.
//!
//! It links the contract and the generator and nothing that is generated, so that `gen` runs even while the generated
//! code or the reference does not compile; the other commands build their binaries and start them as processes.

mod cargo;
mod certify;
mod clauses;
mod contract;
mod docs;
mod drift;
mod explain;
mod folder;
mod fuzz;
mod r#gen;
mod kill_rounds;
mod look;
mod mutation;
mod project;
mod seal;
mod stamp;
mod table;
mod text;
mod tool;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Generating is mostly making and dropping tokens and small texts.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Maintainers' commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make the generated crates and documents from the contract.
    Gen(r#gen::Args),
    /// Make the pages and the JSON Schemas from the contract and its language.
    Docs(docs::Args),
    /// List every clause of the contract, and every gap.
    Clauses(clauses::Args),
    /// Explain a clause, a gap, an operation, a record, a kind of fixture, or the code of a mistake.
    Explain(explain::Args),
    /// Read arbitrary bytes as the files that people write: no panic, no hang.
    Fuzz(fuzz::Args),
    /// Certify a server; without a target, the reference on a free port.
    Certify(certify::Args),
    /// Kill the reference under load, and look for what it had promised.
    KillRounds(kill_rounds::Args),
    /// Prove that the suite catches the breach of a clause.
    Mutants(mutation::Args),
    /// Prove that the suite accuses no correct server.
    Variants(mutation::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Gen(args) => r#gen::run(&args),
        Command::Docs(args) => docs::run(&args),
        Command::Clauses(args) => clauses::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Certify(args) => certify::run(&args),
        Command::KillRounds(args) => kill_rounds::run(&args),
        Command::Mutants(args) => mutation::run("mutants", &args),
        Command::Variants(args) => mutation::run("variants", &args),
    };
    result.unwrap_or_else(|error| {
        text::tell(&format!("error: {error:#}\n"));
        ExitCode::from(2)
    })
}
