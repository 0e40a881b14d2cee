//! `cargo xtask docs`: pages and schemas made from the contract and the tables of its language, or checked.

mod files;
mod reading;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args as ClapArgs;
use reader::Diagnostics;

use crate::contract::Location;
use crate::drift::{Drift, Writing, bring_up_to_date};
use crate::folder::Found;
use crate::project;

/// How this command is called in the heads of files and in messages.
const COMMAND: &str = "cargo xtask docs";

/// Flags of `docs`.
#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    location: Location,
    /// What carries each sentence of the document.
    #[arg(long, value_name = "FILE", default_value = "spec/sentences.yaml")]
    reading: PathBuf,
    /// What was asked about the document.
    #[arg(long, value_name = "FILE", default_value = "spec/questions.yaml")]
    questions: PathBuf,
    /// Compare the reading with the document itself, in Markdown.
    #[arg(long, value_name = "FILE")]
    document: Option<PathBuf>,
    /// Show the sentences of the document with their numbers, and do nothing else.
    #[arg(long, requires = "document")]
    list: bool,
    /// Write `docs` and `spec/schema` below this folder, instead of here.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the command: 0 when all is as it should be, 1 on drift, 2 on a mistake in the contract, the reading or the
/// questions.
///
/// # Errors
/// When a file cannot be read or written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let (Some(document), true) = (&args.document, args.list) {
        return reading::list(document);
    }
    let Some((contract, mut sources)) = args.location.open(None)? else {
        return Ok(ExitCode::from(2));
    };
    let mut findings = Diagnostics::default();
    let read = reading::read(args, &contract, &mut sources, &mut findings)?;
    args.location.show(&sources, &findings)?;
    let Some(read) = read.filter(|_| !findings.has_errors()) else {
        return Ok(ExitCode::from(2));
    };
    let folder = &args.location.contract;
    let made_from = files::MadeFrom {
        contract: project::name_of_contract(folder),
        reading: project::name_beside(folder, &args.reading),
        questions: project::name_beside(folder, &args.questions),
    };
    let out = args.out.as_deref().unwrap_or(Path::new(""));
    let mut drifts = Vec::new();
    for (folder, files) in [
        ("docs", files::pages(&contract, &read, &made_from)),
        ("spec/schema", files::schemas()),
    ] {
        let wanted = files.iter();
        let wanted = wanted.map(|(path, text)| (path.as_str(), text.as_str()));
        // Pages written by hand stand beside these.
        let found = Found::read(&out.join(folder))?;
        drifts.push(Drift::between(wanted, found).among_others());
    }
    let right = bring_up_to_date(&drifts, &args.writing, &args.location, COMMAND)?;
    Ok(ExitCode::from(if right { 0 } else { 1 }))
}
