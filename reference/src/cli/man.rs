//! `man`: writes the man pages of the program and its commands.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Command};

/// Write a man page for the program and one for each command
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Folder for the pages; it is created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Writes the pages of the program with these commands.
pub fn run(command: Command, args: &ManArgs) -> anyhow::Result<ExitCode> {
    let failed = || format!("cannot write man pages to `{}`", args.out.display());
    fs::create_dir_all(&args.out).with_context(failed)?;
    let command = command.disable_help_subcommand(true);
    clap_mangen::generate_to(command, &args.out).with_context(failed)?;
    Ok(ExitCode::SUCCESS)
}
