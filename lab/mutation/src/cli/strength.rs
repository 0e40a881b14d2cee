//! The command `strength`.

use std::fs;
use std::path::{Path, PathBuf};

use mutation::strength::{FILE, Strength, page};
use referral_conformance::suite::Suite;

/// Write the page of the numbers of mutants for each clause, from the committed matrix
///
/// Exit code: 0; with `--check`, 1 if the page is not up to date; 2 on errors.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Replace the machine-made mutants in the matrix by those in this file
    #[arg(long, value_name = "FILE")]
    machine: Vec<PathBuf>,
    /// Replace the source mutants in the matrix by those in this file
    #[arg(long, value_name = "FILE")]
    source: Option<PathBuf>,
    /// Compare the page instead of writing it
    #[arg(long, conflicts_with_all = ["machine", "source"])]
    check: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<bool> {
    let suite = Suite::embedded()?;
    let mut strength = Strength::read(Path::new(FILE))?;
    if args.check {
        let page = page::render(&strength, &suite.contract.clauses(), &fs::read_to_string(FILE)?);
        let is_current = fs::read_to_string(page::PAGE)? == page;
        if !is_current {
            eprintln!("error: {} is not up to date; run `cargo xtask strength`", page::PAGE);
        }
        return Ok(is_current);
    }
    for file in &args.machine {
        strength.update_machine(&suite, &fs::read_to_string(file)?)?;
    }
    if let Some(file) = &args.source {
        strength.update_source(&fs::read_to_string(file)?)?;
    }
    let file = strength.render()?;
    fs::write(FILE, &file)?;
    fs::write(page::PAGE, page::render(&strength, &suite.contract.clauses(), &file))?;
    Ok(true)
}
