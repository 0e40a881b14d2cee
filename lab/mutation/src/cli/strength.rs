//! The command `strength`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use mutation::strength::Strength;
use mutation::strength::page::{Numbers, PAGE};
use referral_conformance::depth::Depth;
use referral_conformance::suite;

/// Write the page of the numbers of mutants for each clause
///
/// Without `--matrix`, the page keeps its numbers, and gets the clauses that the contract has now.
///
/// Exit code: 0; with `--check`, 1 if the page does not have the clauses of the contract, or a stated clause did not
/// kill one of its mutants; 2 on errors.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Take the numbers from these results, which `mutants --update` writes
    #[arg(long, value_name = "FILE")]
    matrix: Option<PathBuf>,
    /// Add the machine-made mutants in this file to the results, or replace those that they have
    #[arg(long, value_name = "FILE", requires = "matrix")]
    machine: Vec<PathBuf>,
    /// Add the source mutants in this file to the results, or replace those that they have
    #[arg(long, value_name = "FILE", requires = "matrix")]
    source: Option<PathBuf>,
    /// Check the page instead of writing it
    #[arg(long, conflicts_with = "matrix")]
    check: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<bool> {
    let suite = suite::embedded(Depth::Standard)?;
    let clauses = suite.contract.clauses();
    if let Some(file) = &args.matrix {
        let mut strength = Strength::read(file)?;
        for file in &args.machine {
            strength.update_machine(&suite, &read(file)?).with_context(|| invalid(file))?;
        }
        if let Some(file) = &args.source {
            strength.update_source(&read(file)?).with_context(|| invalid(file))?;
        }
        strength.write(file)?;
        fs::write(PAGE, Numbers::of(&strength, &clauses)?.render(&clauses))?;
        return Ok(true);
    }
    let page = fs::read_to_string(PAGE).with_context(|| format!("cannot read {PAGE}"))?;
    let numbers = Numbers::parse(&page)
        .with_context(|| format!("{PAGE} has other tables; restore it or give `--matrix`"))?;
    let current = numbers.render(&clauses);
    if !args.check {
        fs::write(PAGE, current)?;
        return Ok(true);
    }
    let is_current = current == page;
    if !is_current {
        eprintln!("error: {PAGE} is not up to date; run `cargo xtask strength`");
    }
    let unproven = numbers.unproven(&clauses);
    for clause in &unproven {
        eprintln!("error: {PAGE}: `{clause}` killed none of its mutants");
    }
    Ok(is_current && unproven.is_empty())
}

fn read(file: &Path) -> anyhow::Result<String> {
    fs::read_to_string(file).with_context(|| format!("cannot read `{}`", file.display()))
}

fn invalid(file: &Path) -> String {
    format!("`{}` does not have results of these mutants", file.display())
}
