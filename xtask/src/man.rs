//! `cargo xtask man`: writes the man pages of the commands.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args as ClapArgs, Command};

/// The page of the program, which `man cargo xtask` finds.
const NAME: &str = "cargo-xtask";

/// Flags of `man`.
#[derive(ClapArgs)]
pub struct Args {
    /// Folder for the pages; it is created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Writes the pages. Fails when one cannot be written.
pub fn run(command: Command, args: &Args) -> anyhow::Result<ExitCode> {
    let failed = || format!("cannot write man pages to `{}`", args.out.display());
    fs::create_dir_all(&args.out).with_context(failed)?;
    let command = command.name(NAME).disable_help_subcommand(true);
    clap_mangen::generate_to(command, &args.out).with_context(failed)?;
    Ok(ExitCode::SUCCESS)
}
