//! Maintenance commands of the project: `cargo xtask gen`, `docs`, `clauses`, `explain`, `new`, `import`, `diff`,
//! `fuzz`, `mock`, `certify`, `mutants`, `class-mutants`, `machine-mutants`, `variants`, `responses`, `strength`, `completions` and
//! `man`.
//!
//! It links the contract and the generator and no generated code, so `gen` works while the generated code or the
//! reference does not compile. The other commands build programs of this workspace or of the workspace `lab`, and
//! start them.

mod binary;
mod cargo;
mod certify;
mod clauses;
mod command_line;
mod contract;
mod diff;
mod docs;
mod draft;
mod explain;
mod fuzz;
mod r#gen;
mod import;
mod machine_mutants;
mod mock;
mod mutation;
mod new;
mod project;
mod sync;
mod terminal;
mod text_file;
mod workspace;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// The generator allocates many small tokens and strings.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Maintenance commands of the project
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version, max_term_width = 80)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Generate crates and documents from the contract
    Gen(r#gen::Args),
    /// Generate pages and JSON Schemas from the contract and its language
    Docs(docs::Args),
    /// List the clauses and gaps of the contract
    Clauses(clauses::Args),
    /// Explain a clause, a gap, an operation, a record, a fixture kind or a diagnostic code
    Explain(explain::Args),
    /// Create the contract of a new service
    New(new::Args),
    /// Draft a contract from another description of an API
    Import(import::Args),
    /// List the changes of the contract between two revisions, and the version steps they require
    Diff(diff::Args),
    /// Fuzz everything that parses files, messages or requests
    Fuzz(fuzz::Args),
    /// Serve a contract from memory, for clients and for runs of the suite
    Mock(mock::Args),
    /// Run the conformance suite, by default against the reference on a free port
    Certify(certify::Args),
    /// Run the suite against servers that each break a clause
    Mutants(mutation::Args),
    /// Run the suite against servers that each treat one class of values wrongly
    ClassMutants(mutation::Args),
    /// Run the suite against the mutants of the reference that cargo-gamma makes
    MachineMutants(machine_mutants::Args),
    /// Run the suite against correct servers that differ where the contract leaves a gap
    Variants(mutation::Args),
    /// Edit recorded responses, and compare the judge with an independent oracle
    Responses(mutation::Args),
    /// Write docs/STRENGTH.md: the number of reported mutants for each clause
    Strength(mutation::Args),
    /// Print a completion script for a shell
    Completions(command_line::CompletionsArgs),
    /// Write a man page for the program and one for each command
    Man(command_line::ManArgs),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Gen(args) => r#gen::run(&args),
        Command::Docs(args) => docs::run(&args),
        Command::Clauses(args) => clauses::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::New(args) => new::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Diff(args) => diff::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Mock(args) => mock::run(&args),
        Command::Certify(args) => certify::run(&args),
        Command::Mutants(args) => mutation::run("mutants", &args),
        Command::ClassMutants(args) => mutation::run("classes", &args),
        Command::MachineMutants(args) => machine_mutants::run(&args),
        Command::Variants(args) => mutation::run("variants", &args),
        Command::Responses(args) => mutation::run("responses", &args),
        Command::Strength(args) => mutation::run(mutation::STRENGTH, &args),
        Command::Completions(args) => command_line::completions(Cli::command(), &args),
        Command::Man(args) => command_line::man(Cli::command(), &args),
    };
    result.unwrap_or_else(|error| {
        terminal::print_stderr(&format!("error: {error:#}\n"));
        ExitCode::from(2)
    })
}
