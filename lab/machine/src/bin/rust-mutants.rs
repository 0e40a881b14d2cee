//! Reports the outcomes of a run of cargo-gamma.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use machine_mutants::gamma_report::GammaRun;
use machine_mutants::outcome::MutantResult;
use machine_mutants::{gamma_report, survivors, table};

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
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let Arguments { report, session, records, .. } = arguments;
    let (report, session, records) = (report.clone(), session.clone(), records.clone());
    let mutants = gamma_report::read(&GammaRun { report, session, records })?;
    if let Some(path) = &arguments.json {
        fs::write(path, serde_json::to_string_pretty(&mutants)?)?;
    }
    for mutant in mutants.iter().filter(|mutant| mutant.record.outcome.is_survival()) {
        let MutantResult { id, operator, place, change, .. } = mutant;
        let line = mutant.line.unwrap_or_default();
        let function = mutant.function.as_deref().unwrap_or_default();
        println!("{id} {place}:{line}: {function}: {change} [{operator}]");
        for difference in &mutant.record.differences {
            println!("    {difference}");
        }
    }
    let outcomes = mutants.iter().map(|mutant| (mutant.place.as_str(), mutant.record.outcome));
    print!("{}", table::render(outcomes));
    let known = survivors::read(&arguments.survivors)?;
    let outcomes = mutants.iter().map(|mutant| (mutant.id.clone(), mutant.record.outcome));
    let problems = survivors::compare(&known, &outcomes.collect());
    problems.iter().for_each(|problem| println!("{problem}"));
    Ok(problems.is_empty())
}
