//! `man`: writes the man pages of the program and its commands, with the sections of man-pages(7).

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::builder::{Resettable, StyledStr};
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::cli::usage::EXIT_CODES;

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
    let mut command = command.disable_help_subcommand(true);
    command.build();
    write_pages(&command, &args.out).with_context(failed)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of a command and those of its subcommands.
fn write_pages(command: &Command, folder: &Path) -> io::Result<()> {
    for inner in command.get_subcommands() {
        write_pages(inner, folder)?;
    }
    // What `--help` has after the flags is in the further sections.
    let none = || Resettable::<StyledStr>::Reset;
    let man = Man::new(command.clone().after_help(none()).after_long_help(none()));
    let mut page = File::create(folder.join(man.get_filename()))?;
    man.render(&mut page)?;
    further_sections(command).to_writer(&mut page)
}

fn further_sections(command: &Command) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["EXIT STATUS"]);
    for (code, meaning) in EXIT_CODES {
        item(&mut roff, &code.to_string(), meaning);
    }
    let arguments = command.get_arguments().filter_map(variable);
    let variables: Vec<_> = arguments.chain(span_variables(command)).collect();
    if !variables.is_empty() {
        roff.control("SH", ["ENVIRONMENT"]);
        for (name, meaning) in variables {
            item(&mut roff, &name, &meaning);
        }
    }
    if let Some(keys) = command.get_after_long_help() {
        roff.control("SH", ["FILES"]).control("nf", []);
        keys.to_string().lines().for_each(|line| _ = roff.text([roman(line)]));
        roff.control("fi", []);
    }
    roff
}

/// The variables of span export, which no flag sets.
#[cfg(feature = "otlp")]
fn span_variables(command: &Command) -> Vec<(String, String)> {
    let variables = referral_reference::spans::VARIABLES;
    let own = variables.map(|(name, meaning)| (name.to_owned(), meaning.to_owned()));
    if command.get_name() == "serve" { own.into() } else { Vec::new() }
}

#[cfg(not(feature = "otlp"))]
fn span_variables(_: &Command) -> [(String, String); 0] {
    []
}

/// A term with its explanation.
fn item(roff: &mut Roff, term: &str, meaning: &str) {
    roff.control("TP", []).text([bold(term)]).text([roman(meaning)]);
}

/// The environment variable of a flag.
fn variable(arg: &clap::Arg) -> Option<(String, String)> {
    let name = arg.get_env()?.to_string_lossy().into_owned();
    Some((name, format!("Value of --{}, if the flag is not given.", arg.get_long()?)))
}
