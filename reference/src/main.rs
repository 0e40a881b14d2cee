//! `referral-reference`: runs the service, fills its database, and manages its accounts and keys.
//!
//! `cli::usage` has the exit codes.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod cli;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use crate::cli::output::note;

/// Every request makes and drops many small texts.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    let matches = match cli::without_env_values(cli::Cli::command()).try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return cli::usage::report(error),
    };
    // They were matched by the same command.
    let cli = cli::Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match cli.run(&matches).await {
        Ok(code) => code,
        Err(error) => {
            note(format_args!("error: {error}"));
            for cause in error.chain().skip(1) {
                note(format_args!("  caused by: {cause}"));
            }
            ExitCode::FAILURE
        }
    }
}
