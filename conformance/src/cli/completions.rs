//! `completions`: prints a completion script for a shell.

use clap::Command;
use clap_complete::{Shell, generate};

use super::output::print;
use crate::exit::Exit;

/// Arguments of `completions`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) fn execute(mut command: Command, args: &Args) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    generate(args.shell, &mut command, env!("CARGO_PKG_NAME"), &mut script);
    print(&String::from_utf8(script)?)?;
    Ok(Exit::Conforms)
}
