//! The command `mutants`.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;
use clap::ValueEnum;
use mutation::draw;
use mutation::guards::HAND_WRITTEN;
use mutation::matrix::{KillMatrix, json, table};
use mutation::mutant::mutants;
use mutation::mutant_result::MutantStatus;
use mutation::mutant_run::MutantRun;
use mutation::occurrence::Occurrence;
use mutation::strength::{self, Strength};
use mutation::suite_run;
use referral_conformance::depth::Depth;
use referral_conformance::plan::Glob;
use referral_conformance::suite::read_scenarios;
use spec::Clause;

/// Seed of all runs; each has its own server.
const SEED: u64 = 1;

/// Run the suite against servers that each break one clause
///
/// Exit code: 0 if every selected clause that is stated and testable killed a mutant, and no clause has lost a guard
/// that it has in the results of an earlier run; 1 if not, 2 on errors.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    servers: super::ServerArgs,
    /// Clauses or mutants to run, as comma-separated globs
    #[arg(long, value_name = "GLOB")]
    only: Option<Glob>,
    /// Run a sample of this size, drawn with the seed
    #[arg(long, value_name = "N", conflicts_with = "update")]
    sample: Option<NonZeroUsize>,
    /// Seed of the sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of mutants to run at the same time [default: number of CPUs]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Which scenarios to run: `quick`, `standard` or `thorough`. At `quick`, guards by derived scenarios are not checked
    #[arg(long, value_name = "DEPTH", default_value_t)]
    depth: Depth,
    /// Run all scenarios against every mutant at once, instead of those that test the clause first
    #[arg(long)]
    full: bool,
    /// Run the scenarios in this folder instead of the embedded ones
    #[arg(long, value_name = "DIR")]
    scenarios: Option<PathBuf>,
    /// Results of an earlier run to compare with [default: target/strength.json, if it exists]
    #[arg(long, value_name = "FILE")]
    matrix: Option<PathBuf>,
    /// Write the results to that file instead of comparing them
    #[arg(long, conflicts_with_all = ["scenarios", "contract"])]
    update: bool,
    /// In which exchanges a mutant takes effect: in all, only the first, only the second, or every third. With other values
    /// than `always`, the suite retries failures, and the exit code is 1 only if it saw a failure and did not report it
    #[arg(long, value_enum, value_name = "WHICH", default_value_t, conflicts_with = "update")]
    occurrence: Occurrence,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

/// Further runs of a mutant whose guard seems to be lost.
const RERUNS: usize = 3;

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
    let mut suite = args.servers.suite(args.depth)?;
    if let Some(folder) = &args.scenarios {
        suite = suite.with_scenarios(&read_scenarios(folder)?)?;
    }
    let (suite, servers) = args.servers.start(suite).await?;
    let is_selected = |id: &str| args.only.as_ref().is_none_or(|only| only.matches(id));
    let mut selected = mutants(&suite.contract);
    selected.retain(|mutant| is_selected(&mutant.id) || is_selected(&mutant.clause.id));
    if selected.is_empty() {
        bail!("`--only` matches no clause and no mutant");
    }
    if let Some(size) = args.sample {
        draw::sample(&mut selected, size.get(), args.seed, |mutant| &mutant.id);
    }
    let mut clauses = suite.contract.clauses();
    clauses.retain(|clause| {
        let has_mutant = selected.iter().any(|mutant| mutant.clause.id == clause.id);
        has_mutant || (args.sample.is_none() && is_selected(&clause.id))
    });

    let mutant_run = MutantRun {
        suite: Arc::clone(&suite),
        servers,
        options: super::run_options(SEED, args.depth, args.occurrence == Occurrence::Always),
        full: args.full,
        occurrence: args.occurrence,
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
    let mut matrix = KillMatrix::new(results.await, &clauses);
    bar.finish_and_clear();
    if args.update {
        update(&args, mutant_run, jobs, &clauses, &matrix).await?;
    } else if args.occurrence == Occurrence::Always
        && (args.servers.contract.is_none() || args.matrix.is_some())
        && let Some(earlier) = earlier_results(args.matrix.as_deref())?
    {
        let runs = |guard: &str| runs(args.depth, guard);
        matrix.lost_guards = earlier.lost_guards(&matrix, runs);
        // Whether a scenario reports some mutants depends on which others have run before it.
        for _ in 0..RERUNS {
            let lost = &matrix.lost_guards;
            let rows = matrix.rows.iter().map(|(mutant, _)| mutant);
            let suspect = rows.filter(|mutant| lost.iter().any(|lost| lost.mutant == mutant.id));
            let again = mutant_run.run_all(suspect.cloned().collect(), jobs, |_, _| {});
            matrix = matrix.with_further_runs(again.await, &clauses);
            matrix.lost_guards = earlier.lost_guards(&matrix, runs);
        }
    }
    match args.format {
        Format::Table => print!("{}", table::render(&matrix)),
        Format::Json => print!("{}", json::render(&matrix)),
    }
    Ok(match args.occurrence {
        Occurrence::Always => matrix.holds(),
        // The exchange may be one that shows nothing about the clause.
        _ => matrix.excuses_nothing(),
    })
}

/// Writes the results to the file, with the guards that two further runs have as well.
async fn update(
    args: &Args,
    mut mutant_run: MutantRun,
    jobs: usize,
    clauses: &[Clause],
    matrix: &KillMatrix,
) -> anyhow::Result<()> {
    let file = args.matrix.as_deref().unwrap_or(Path::new(strength::FILE));
    let mut strength = Strength::read(file).unwrap_or_default();
    strength.update_contract(matrix, args.only.is_none());
    // Whether a scenario reports a mutant depends on which others run before and beside it, and runs of both depths are
    // compared with the file.
    for depth in [args.depth, Depth::Quick] {
        mutant_run.options = super::run_options(SEED, depth, true);
        let mutants = matrix.rows.iter().map(|(mutant, _)| mutant.clone()).collect();
        let again = mutant_run.run_all(mutants, jobs, |_, _| {}).await;
        strength.retain_guards(&KillMatrix::new(again, clauses), |guard| runs(depth, guard));
    }
    strength.write(file)
}

/// The results in a file that is given, or in the default file if there is one.
fn earlier_results(given: Option<&Path>) -> anyhow::Result<Option<Strength>> {
    let file = given.unwrap_or(Path::new(strength::FILE));
    if given.is_none() && !file.exists() {
        eprintln!(
            "no results of an earlier run in `{}`, so that lost guards are not found; `--update` writes them",
            file.display()
        );
        return Ok(None);
    }
    Strength::read(file).map(Some)
}

/// Whether a run of this depth replays the scenarios of a guard.
fn runs(depth: Depth, guard: &str) -> bool {
    depth >= Depth::Standard || guard == HAND_WRITTEN
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
