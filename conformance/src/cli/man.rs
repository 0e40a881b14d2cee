//! `man`: writes the man pages of the program and its commands.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::Command;

use crate::exit::Exit;

/// Arguments of `man`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Folder for the pages; it is created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(super) fn execute(command: Command, args: &Args) -> anyhow::Result<Exit> {
    let failed = || format!("cannot write man pages to `{}`", args.out.display());
    fs::create_dir_all(&args.out).with_context(failed)?;
    let command = command.name(env!("CARGO_PKG_NAME")).disable_help_subcommand(true);
    clap_mangen::generate_to(command, &args.out).with_context(failed)?;
    Ok(Exit::Conforms)
}
