//! `man`: writes the man pages of the program and its commands, with the sections of man-pages(7).

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Command;
use clap::builder::{Resettable, StyledStr};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::help;
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
    let mut command = command.name(env!("CARGO_PKG_NAME")).disable_help_subcommand(true);
    command.build();
    write_pages(&command, &args.out).with_context(failed)?;
    Ok(Exit::Conforms)
}

/// Writes the page of a command and those of its subcommands.
fn write_pages(command: &Command, folder: &Path) -> io::Result<()> {
    for inner in command.get_subcommands() {
        write_pages(inner, folder)?;
    }
    // What `--help` has after the flags is in the further sections.
    let flags = command.clone().after_help(Resettable::<StyledStr>::Reset);
    let man = Man::new(flags);
    let mut page = File::create(folder.join(man.get_filename()))?;
    man.render(&mut page)?;
    further_sections(command).to_writer(&mut page)
}

fn further_sections(command: &Command) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["EXIT STATUS"]);
    roff.text([roman("The first that applies:")]);
    for (exit, meaning) in exit_statuses(command) {
        item(&mut roff, &exit.code().to_string(), meaning);
    }
    if runs(command) {
        roff.control("PP", []).text([roman(help::EXIT_NOTE)]);
    }
    roff.control("SH", ["ENVIRONMENT"]);
    for (names, meaning) in environment(command) {
        item(&mut roff, &names, &meaning);
    }
    if let Some(examples) = examples(command) {
        roff.control("SH", ["EXAMPLES"]).control("nf", []);
        examples.lines().for_each(|line| _ = roff.text([roman(line)]));
        roff.control("fi", []);
    }
    roff
}

/// A term with its explanation.
fn item(roff: &mut Roff, term: &str, meaning: &str) {
    roff.control("TP", []).text([bold(term)]).text([roman(meaning)]);
}

/// Whether it is the program, or a command that judges a service.
fn runs(command: &Command) -> bool {
    command.has_subcommands() || matches!(command.get_name(), "run" | "explore")
}

/// The exit codes of a command, in order of precedence.
fn exit_statuses(command: &Command) -> Vec<(Exit, &'static str)> {
    let usual = |exit: Exit| (exit, exit.meaning());
    let usage = usual(Exit::Usage);
    match command.get_name() {
        _ if runs(command) => Exit::ALL.map(usual).to_vec(),
        "discover" => vec![
            usage,
            usual(Exit::Interrupted),
            usual(Exit::Harness),
            (Exit::Untested, "no list could be read"),
            (Exit::Incomplete, "a list was not answered"),
            (Exit::Conforms, "every list was answered"),
        ],
        "sweep" => vec![
            usage,
            usual(Exit::Interrupted),
            usual(Exit::Harness),
            usual(Exit::Leftovers),
            (Exit::Conforms, "nothing is left that a call could clean up"),
        ],
        _ => vec![usage, (Exit::Conforms, "the output was written")],
    }
}

/// Environment variables with their meaning.
fn environment(command: &Command) -> Vec<(String, String)> {
    let key = help::key_variable();
    let program = env!("CARGO_PKG_NAME");
    let of_service = [
        (key.clone(), "The usual API key, unless the target file or a flag names another source.".to_owned()),
        (
            format!("{key}_KIND"),
            "The API key of another kind, whose name is written in capital letters.".to_owned(),
        ),
        (
            "XDG_STATE_HOME, HOME".to_owned(),
            format!(
                "Without --state-dir, the state folder is $XDG_STATE_HOME/{program}, or else \
                 $HOME/.local/state/{program}."
            ),
        ),
        (
            "HTTP_PROXY, HTTPS_PROXY, ALL_PROXY, NO_PROXY".to_owned(),
            "Proxies for requests to other machines, and the hosts that need none. The names in lower case have the \
             same meaning."
                .to_owned(),
        ),
        (
            "NO_COLOR, TERM".to_owned(),
            "Reports on a terminal have colours, unless NO_COLOR is set, or TERM is unset or dumb.".to_owned(),
        ),
    ];
    let is_of_service =
        command.has_subcommands() || command.get_arguments().any(|arg| arg.get_id() == "base_url");
    let columns = (
        "COLUMNS".to_owned(),
        "Columns of the output. Default: those of the terminal, or 80.".to_owned(),
    );
    of_service.into_iter().filter(|_| is_of_service).chain([columns]).collect()
}

fn examples(command: &Command) -> Option<String> {
    match command.get_name() {
        _ if command.has_subcommands() => Some(help::first_steps()),
        "schema" => Some(help::schemas()),
        _ => None,
    }
}
