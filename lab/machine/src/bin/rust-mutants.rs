//! Reports the outcomes of a run of cargo-gamma.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use machine_mutants::gamma_report::GammaRun;
use machine_mutants::outcome::MutantResult;
use machine_mutants::{gamma_report, report};

/// Report the outcomes of a run of cargo-gamma
///
/// Exit code: 0 if all survivors are listed, 1 if not, 2 on errors.
#[derive(Parser)]
struct Arguments {
    /// Report of cargo-gamma
    #[arg(long, value_name = "PATH")]
    report: PathBuf,
    /// Session of that run in the cache of cargo-gamma
    #[arg(long, value_name = "PATH")]
    session: PathBuf,
    /// Folder with the records of its test
    #[arg(long, value_name = "PATH")]
    records: PathBuf,
    /// List of known survivors
    #[arg(long, value_name = "PATH")]
    survivors: PathBuf,
    /// Write all outcomes to this file, as JSON
    #[arg(long, value_name = "PATH")]
    json: Option<PathBuf>,
}

fn main() -> ExitCode {
    report::exit_code(run(Arguments::parse()))
}

fn run(arguments: Arguments) -> anyhow::Result<bool> {
    let Arguments { report, session, records, survivors, json } = arguments;
    let mutants = gamma_report::read(&GammaRun { report, session, records })?;
    for mutant in mutants.iter().filter(|mutant| mutant.record.outcome.is_survival()) {
        let MutantResult { id, operator, place, change, .. } = mutant;
        let line = mutant.line.unwrap_or_default();
        let function = mutant.function.as_deref().unwrap_or_default();
        println!("{id} {place}:{line}: {function}: {change} [{operator}]");
        mutant.record.differences.iter().for_each(|difference| println!("    {difference}"));
    }
    report::report(&mutants, |mutant| &mutant.place, json.as_deref(), &survivors, false)
}
