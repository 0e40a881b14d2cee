//! `completions`: prints a completion script for a shell.

use std::process::ExitCode;

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::cli::output;

/// Print a completion script for a shell
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script for the program with these commands.
pub fn run(mut command: Command, args: &CompletionsArgs) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    generate(args.shell, &mut command, env!("CARGO_PKG_NAME"), &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
