//! `cargo xtask completions` and `man`: a completion script for a shell, and man pages of the commands.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::terminal::print_stdout;

/// The name that is completed. Completions of `cargo xtask` are those of cargo.
const COMPLETED: &str = "xtask";

/// The page of the program, which `man cargo xtask` finds.
const PAGE: &str = "cargo-xtask";

/// Flags of `completions`.
#[derive(Args)]
pub struct CompletionsArgs {
    /// Shell to print the script for
    #[arg(value_enum)]
    shell: Shell,
}

/// Flags of `man`.
#[derive(Args)]
pub struct ManArgs {
    /// Folder for the pages; it is created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Prints the script. Fails when stdout cannot be written.
pub fn completions(command: Command, args: &CompletionsArgs) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    generate(args.shell, &mut command.name(COMPLETED).bin_name(COMPLETED), COMPLETED, &mut script);
    print_stdout(&String::from_utf8(script)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the pages. Fails when one cannot be written.
pub fn man(command: Command, args: &ManArgs) -> anyhow::Result<ExitCode> {
    let failed = || format!("cannot write man pages to `{}`", args.out.display());
    fs::create_dir_all(&args.out).with_context(failed)?;
    let command = command.name(PAGE).disable_help_subcommand(true);
    clap_mangen::generate_to(command, &args.out).with_context(failed)?;
    Ok(ExitCode::SUCCESS)
}
