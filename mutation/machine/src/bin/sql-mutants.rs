//! Runs the suite against the mutants of the reference's SQL statements.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use futures_util::StreamExt;
use machine_mutants::outcome::{MutantRecord, Outcome};
use machine_mutants::sql::instrument::SqlInstrument;
use machine_mutants::sql::{Compiled, SqlMutant};
use machine_mutants::{survivors, table};
use referral_conformance::depth::Depth;
use serde::Serialize;

/// Run the suite against mutants of the reference's SQL statements
///
/// Exit code: 0 if all survivors are listed, 1 if not, 2 on errors.
#[derive(Parser)]
struct Arguments {
    /// Run only mutants whose id matches, such as 'sql:list-*'
    #[arg(long, value_name = "GLOB", default_value = "*")]
    only: String,
    /// Run a sample of this size, drawn with the seed
    #[arg(long, value_name = "N")]
    sample: Option<usize>,
    /// Seed of the sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Depth of the runs: quick, standard or thorough
    #[arg(long, value_name = "DEPTH", default_value = "standard")]
    depth: Depth,
    /// Runs at a time
    #[arg(long, value_name = "N", default_value_t = 2)]
    jobs: usize,
    /// List of known survivors
    #[arg(long, value_name = "PATH", default_value = "mutation/machine/survivors.yaml")]
    survivors: PathBuf,
    /// Write all outcomes to this file, as JSON
    #[arg(long, value_name = "PATH")]
    json: Option<PathBuf>,
    /// List the mutants and run nothing
    #[arg(long)]
    list: bool,
}

/// A mutant with its outcome.
#[derive(Serialize)]
struct Entry<'m> {
    id: &'m str,
    change: String,
    #[serde(skip)]
    operator: &'static str,
    #[serde(flatten)]
    record: MutantRecord,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(&Arguments::parse()).await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

async fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let folder = tempfile::tempdir()?;
    let instrument = SqlInstrument::seed(folder.path(), arguments.depth).await?;
    eprintln!("statements that only the seed runs: {}", instrument.unreached.join(", "));
    let mutants = select(&instrument, arguments);
    if arguments.list {
        mutants.iter().for_each(|mutant| println!("{}: {}", mutant.id, mutant.change()));
        return Ok(true);
    }
    let mut entries = run_all(&instrument, &mutants, arguments.jobs).await;
    entries.sort_by_key(|entry| entry.id);
    if let Some(file) = &arguments.json {
        std::fs::write(file, serde_json::to_string_pretty(&entries)?)?;
    }
    print!("{}", table::render(entries.iter().map(|entry| (entry.operator, entry.record.outcome))));
    let known = survivors::read(&arguments.survivors)?;
    let outcomes = entries.iter().map(|entry| (entry.id.to_owned(), entry.record.outcome));
    let problems = survivors::compare(&known, &outcomes.collect());
    problems.iter().for_each(|problem| println!("{problem}"));
    Ok(problems.is_empty())
}

async fn run_all<'m>(
    instrument: &SqlInstrument,
    mutants: &[&'m SqlMutant],
    jobs: usize,
) -> Vec<Entry<'m>> {
    let runs = mutants.iter().map(|mutant| run_one(instrument, mutant));
    let mut runs = futures_util::stream::iter(runs).buffer_unordered(jobs);
    let mut entries = Vec::new();
    while let Some(entry) = runs.next().await {
        let Entry { id, change, record, .. } = &entry;
        let outcome = record.outcome.name();
        eprintln!("{}/{} {outcome}: {id}: {change}", entries.len() + 1, mutants.len());
        if record.outcome != Outcome::Killed {
            record.differences.iter().for_each(|difference| eprintln!("    {difference}"));
        }
        entries.push(entry);
    }
    entries
}

async fn run_one<'m>(instrument: &SqlInstrument, mutant: &'m SqlMutant) -> Entry<'m> {
    let record = instrument.run(mutant).await;
    let operator = mutant.mutation.operator;
    Entry { id: &mutant.id, change: mutant.change(), operator, record }
}

/// The mutants that can make a difference, or a sample of them.
fn select<'i>(instrument: &'i SqlInstrument, arguments: &Arguments) -> Vec<&'i SqlMutant> {
    let pattern = wildmatch::WildMatch::new(&arguments.only);
    let mut counts = BTreeMap::<Compiled, usize>::new();
    let matching = instrument.mutants.iter().filter(|mutant| pattern.matches(&mutant.id));
    let mut selected = Vec::new();
    for mutant in matching {
        let compiled = instrument.compile(mutant);
        *counts.entry(compiled).or_default() += 1;
        if compiled == Compiled::Different {
            selected.push(mutant);
        }
    }
    eprintln!("mutants: {counts:?}");
    if let Some(sample) = arguments.sample {
        // Each draw depends on one id, so that a new mutant replaces at most one of the sample.
        selected.sort_by_key(|mutant| draw(&mutant.id, arguments.seed));
        selected.truncate(sample);
    }
    selected
}

/// A number drawn for the id.
fn draw(id: &str, seed: u64) -> u64 {
    id.bytes().fold(seed, |state, byte| fastrand::Rng::with_seed(state ^ u64::from(byte)).u64(..))
}
