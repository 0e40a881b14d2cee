//! `cargo xtask completions`: prints a completion script for a shell.

use std::process::ExitCode;

use clap::{Args as ClapArgs, Command};
use clap_complete::{Shell, generate};

use crate::terminal::print_stdout;

/// The name that is completed. Completions of `cargo xtask` are those of cargo.
const NAME: &str = "xtask";

/// Flags of `completions`.
#[derive(ClapArgs)]
pub struct Args {
    /// Shell to print the script for
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script. Fails when stdout cannot be written.
pub fn run(command: Command, args: &Args) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    generate(args.shell, &mut command.name(NAME).bin_name(NAME), NAME, &mut script);
    print_stdout(&String::from_utf8(script)?)?;
    Ok(ExitCode::SUCCESS)
}
