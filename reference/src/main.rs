//! `referral-reference`: runs the service, fills its database, and manages its keys.
//!
//! Exit codes: 0 done, 1 failed while running, 2 wrong usage.

mod cli;

use std::io::{IsTerminal, stderr};
use std::process::ExitCode;

use clap::Parser;
use tracing::level_filters::LevelFilter;

#[tokio::main]
async fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    tracing_subscriber::fmt()
        .with_writer(stderr)
        .with_ansi(stderr().is_terminal())
        .with_max_level(LevelFilter::INFO)
        .init();
    match cli.run().await {
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
