//! `referral-reference`: runs the service, fills its database, and manages its accounts and keys.
//!
//! Exit codes: 0 done, 1 failed while running, 2 wrong usage.

mod cli;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

/// Every request makes and drops many small texts.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    let matches = cli::without_env_values(cli::Cli::command()).get_matches();
    // They were matched by the same command.
    let cli = cli::Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match cli.run(&matches).await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            for cause in error.chain().skip(1) {
                eprintln!("  caused by: {cause}");
            }
            ExitCode::FAILURE
        }
    }
}
