//! The command `mutants`.

use std::path::PathBuf;

use anyhow::bail;
use clap::ValueEnum;
use mutation::matrix::{KillMatrix, json, table};
use mutation::mutant::mutants;
use mutation::mutant_result::MutantStatus;
use mutation::mutant_run::MutantRun;
use mutation::suite_run;
use referral_conformance::depth::Depth;
use referral_conformance::plan::Glob;

/// Seed of all runs; each has its own server.
const SEED: u64 = 1;

/// Run the suite against servers that each break one clause
///
/// Exit code: 0 if every selected clause that is stated and testable killed a mutant, 1 if not, 2 on errors.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Server program with the commands `seed demo` and `serve`
    #[arg(long, value_name = "PATH")]
    server: PathBuf,
    /// Clauses or mutants to run, as comma-separated globs
    #[arg(long, value_name = "GLOB")]
    only: Option<Glob>,
    /// Number of mutants to run at the same time [default: number of CPUs]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Which scenarios to run: `quick`, `standard` or `thorough`
    #[arg(long, value_name = "DEPTH", default_value_t = Depth::Quick)]
    depth: Depth,
    /// Run all scenarios against every mutant at once, instead of those that test the clause first
    #[arg(long)]
    full: bool,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

/// Output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table.
    #[default]
    Table,
    /// A JSON document.
    Json,
}

pub(super) async fn run(args: Args) -> anyhow::Result<bool> {
    let (suite, servers) = super::prepare(&args.server).await?;
    let is_selected = |id: &str| args.only.as_ref().is_none_or(|only| only.matches(id));
    let mut selected = mutants(&suite.contract);
    selected.retain(|mutant| is_selected(&mutant.id) || is_selected(&mutant.clause.id));
    if selected.is_empty() {
        bail!("`--only` matches no clause and no mutant");
    }
    let mut clauses = suite.contract.clauses();
    clauses.retain(|clause| {
        is_selected(&clause.id) || selected.iter().any(|mutant| mutant.clause.id == clause.id)
    });

    let mutant_run = MutantRun {
        suite,
        servers,
        options: super::run_options(SEED, args.depth, true),
        full: args.full,
    };
    if !baseline_passes(&mutant_run).await? {
        return Ok(false);
    }
    let bar = super::progress_bar(selected.len(), "mutants");
    let jobs = args.jobs.unwrap_or_else(super::available_parallelism);
    let results = mutant_run.run_all(selected, jobs, |mutant, result| {
        let is_notable = result.status != MutantStatus::Killed;
        super::finish_item(&bar, &mutant.id, result.status.name(), is_notable);
    });
    let matrix = KillMatrix::new(results.await, &clauses);
    bar.finish_and_clear();
    match args.format {
        Format::Table => print!("{}", table::render(&matrix)),
        Format::Json => print!("{}", json::render(&matrix)),
    }
    Ok(matrix.holds())
}

/// Whether the suite reports nothing about the unmutated server.
async fn baseline_passes(run: &MutantRun) -> anyhow::Result<bool> {
    let server = run.servers.start().await?;
    let transport = suite_run::http_transport(&server.base_url)?;
    let test_data = run.servers.test_data();
    let report = suite_run::run(&run.suite, test_data, run.options, None, transport).await?;
    let reported = suite_run::reported_clauses(&report.verdicts);
    for clause in &reported {
        eprintln!("error: the unmutated server violates {clause}");
    }
    Ok(reported.is_empty())
}
