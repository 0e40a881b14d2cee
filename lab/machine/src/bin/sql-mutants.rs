//! Runs the suite against the mutants of the reference's SQL statements.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use clap::Parser;
use machine_mutants::outcome::{MutantResult, Source};
use machine_mutants::report;
use machine_mutants::sql::instrument::SqlInstrument;
use machine_mutants::sql::{Compiled, SqlMutant};
use mutation::draw;
use referral_conformance::depth::Depth;
use referral_conformance::plan::Glob;
use tokio::runtime::{Builder, Runtime};

/// Run the suite against mutants of the reference's SQL statements
///
/// Exit code: 0 if all survivors are listed, 1 if not, 2 on errors.
#[derive(Parser)]
struct Arguments {
    /// Run only mutants whose id matches, such as 'sql:list-*'; `,` separates patterns
    #[arg(long, value_name = "GLOB", default_value = "*")]
    only: Glob,
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
    #[arg(long, value_name = "PATH", default_value = "lab/machine/survivors.yaml")]
    survivors: PathBuf,
    /// Write all outcomes to this file, as JSON
    #[arg(long, value_name = "PATH")]
    json: Option<PathBuf>,
    /// List the mutants and run nothing
    #[arg(long)]
    list: bool,
}

fn main() -> ExitCode {
    report::exit_code(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let folder = tempfile::tempdir()?;
    let instrument = runtime()?.block_on(SqlInstrument::seed(folder.path(), arguments.depth))?;
    eprintln!("statements that only the seed runs: {}", instrument.unreached.join(", "));
    let mutants = select(&instrument, arguments);
    if arguments.list {
        mutants.iter().for_each(|mutant| println!("{}: {}", mutant.id, mutant.change()));
        return Ok(true);
    }
    let mut entries = run_all(&instrument, &mutants, arguments.jobs)?;
    entries.sort_by(|one, other| one.id.cmp(&other.id));
    let (json, known) = (arguments.json.as_deref(), &arguments.survivors);
    report::report(&entries, |entry| &entry.operator, json, known, arguments.sample.is_some())
}

/// A runtime with one thread, so that scenarios start in the same order in each run.
fn runtime() -> std::io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

fn run_all(
    instrument: &SqlInstrument,
    mutants: &[&SqlMutant],
    jobs: usize,
) -> std::io::Result<Vec<MutantResult>> {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (runtime, sender, next) = (runtime()?, sender.clone(), &next);
            scope.spawn(move || {
                while let Some(mutant) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // The receiver lives as long as the scope.
                    let _ = sender.send(runtime.block_on(run_one(instrument, mutant)));
                }
            });
        }
        drop(sender);
        Ok(results
            .iter()
            .enumerate()
            .map(|(index, result)| print(index, mutants.len(), result))
            .collect())
    })
}

fn print(index: usize, count: usize, result: MutantResult) -> MutantResult {
    let MutantResult { id, change, record, .. } = &result;
    eprintln!("{}/{count} {}: {id}: {change}", index + 1, record.outcome.name());
    record.differences.iter().for_each(|difference| eprintln!("    {difference}"));
    result
}

async fn run_one(instrument: &SqlInstrument, mutant: &SqlMutant) -> MutantResult {
    let record = instrument.run(mutant).await;
    MutantResult {
        id: mutant.id.clone(),
        source: Source::Sql,
        operator: mutant.mutation.operator.to_owned(),
        place: mutant.doing.clone(),
        line: None,
        function: None,
        change: mutant.change(),
        record,
    }
}

/// The mutants that can make a difference, or a sample of them.
fn select<'i>(instrument: &'i SqlInstrument, arguments: &Arguments) -> Vec<&'i SqlMutant> {
    let mut counts = BTreeMap::<Compiled, usize>::new();
    let matching = instrument.mutants.iter().filter(|mutant| arguments.only.matches(&mutant.id));
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
        draw::sample(&mut selected, sample, arguments.seed, |mutant| &mutant.id);
    }
    selected
}
