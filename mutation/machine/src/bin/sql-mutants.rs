//! Runs the suite against the mutants of the reference's SQL statements.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use clap::Parser;
use futures_util::StreamExt;
use machine_mutants::outcome::{MutantRecord, Outcome};
use machine_mutants::sql::instrument::SqlInstrument;
use machine_mutants::sql::{Compiled, SqlMutant};
use referral_conformance::depth::Depth;
use serde::Serialize;

/// Run the suite against mutants of the reference's SQL statements
#[derive(Parser)]
struct Arguments {
    /// Only mutants whose id matches, such as 'sql:list-*'
    #[arg(long, default_value = "*")]
    only: String,
    /// Run a sample of this size, drawn with the seed
    #[arg(long)]
    sample: Option<usize>,
    /// Seed of the sample
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Depth of the runs
    #[arg(long, default_value = "standard")]
    depth: Depth,
    /// Runs at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Write all records to this file, as JSON
    #[arg(long)]
    records: Option<PathBuf>,
    /// List the mutants and run nothing
    #[arg(long)]
    list: bool,
}

#[derive(Serialize)]
struct Entry {
    id: String,
    change: String,
    #[serde(flatten)]
    record: MutantRecord,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let folder = tempfile::tempdir()?;
    let instrument = SqlInstrument::seed(folder.path(), arguments.depth).await?;
    eprintln!("statements that only the seed runs: {}", instrument.unreached.join(", "));
    let mutants = select(&instrument, &arguments);
    if arguments.list {
        for mutant in mutants {
            println!("{}: {}", mutant.id, mutant.change());
        }
        return Ok(());
    }
    let control = instrument.run_control().await;
    eprintln!(
        "control: {} {:?} {:?}",
        control.outcome.name(),
        control.clauses,
        control.differences
    );
    let start = Instant::now();
    let total = mutants.len();
    let runs = mutants.into_iter().map(|mutant| run(&instrument, mutant));
    let mut runs = futures_util::stream::iter(runs).buffer_unordered(arguments.jobs);
    let mut entries = Vec::new();
    while let Some(entry) = runs.next().await {
        let Entry { id, change, record } = &entry;
        eprintln!("{}/{total} {}: {id}: {change}", entries.len() + 1, record.outcome.name());
        if !record.outcome.is_detected() {
            record.differences.iter().for_each(|difference| eprintln!("    {difference}"));
        }
        entries.push(entry);
    }
    entries.sort_by(|a, b| a.id.cmp(&b.id));
    if let Some(file) = &arguments.records {
        std::fs::write(file, serde_json::to_string_pretty(&entries)?)?;
    }
    let mut counts = BTreeMap::<Outcome, usize>::new();
    for entry in &entries {
        *counts.entry(entry.record.outcome).or_default() += 1;
    }
    println!("{counts:?} of {total} in {:?}", start.elapsed());
    Ok(())
}

async fn run(instrument: &SqlInstrument, mutant: &SqlMutant) -> Entry {
    let record = instrument.run(mutant).await;
    Entry { id: mutant.id.clone(), change: mutant.change(), record }
}

/// The mutants that can make a difference, those of the sample.
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
        fastrand::Rng::with_seed(arguments.seed).shuffle(&mut selected);
        selected.truncate(sample);
    }
    selected
}
