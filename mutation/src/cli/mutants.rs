//! `mutants`: breaks each clause in turn and shows what noticed.

use anyhow::bail;
use mutation::matrix::{KillMatrix, json, table};
use mutation::mutant::mutants;
use mutation::mutant_result::MutantStatus;
use mutation::mutant_run::MutantRun;
use mutation::suite_run;
use referral_conformance::plan::Glob;

use super::progress::Progress;
use super::{Conforming, Format};

/// The seed of every run; each has a server to itself.
const SEED: u64 = 1;

/// Break each clause in turn, and show whether the suite notices
///
/// Exit code 0 when every stated, testable clause looked at kills a mutant of its own, 1 when not, 2 when nothing could be
/// tried.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    conforming: Conforming,
    /// Clauses or mutants to try; `*` stands for anything, `,` separates patterns
    #[arg(long, value_name = "GLOB")]
    only: Option<Glob>,
    /// How many servers are broken at once; as many as there are processors, unless given
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Play every scenario for every mutant, and not first the likely ones
    #[arg(long)]
    full: bool,
    /// How the matrix is printed
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Format,
}

pub(super) async fn run(args: Args) -> anyhow::Result<bool> {
    let (suite, servers) = super::prepare(&args.conforming).await?;
    let options = super::options(SEED, true);

    let chosen = |id: &str| args.only.as_ref().is_none_or(|only| only.matches(id));
    let mut tried = mutants(&suite.contract);
    tried.retain(|mutant| chosen(&mutant.id) || chosen(&mutant.clause.id));
    let Some(_) = tried.first() else {
        bail!("no clause or mutant is chosen; see `--only`")
    };
    let clauses = suite.contract.clauses().into_iter().filter(|clause| {
        chosen(&clause.id) || tried.iter().any(|mutant| mutant.clause.id == clause.id)
    });
    let clauses: Vec<_> = clauses.collect();

    let mutant_run = MutantRun {
        suite,
        servers,
        options,
        full: args.full,
    };
    if !is_sound(&mutant_run).await? {
        return Ok(false);
    }
    let progress = Progress::new(tried.len(), "mutants");
    let result = mutant_run.mutant_run(
        tried,
        args.jobs.unwrap_or_else(super::processors),
        |mutant, result| {
            progress.done(
                &mutant.id,
                result.grade.name(),
                result.grade != MutantStatus::Killed,
            );
        },
    );
    let result = result.await;
    progress.end();
    let matrix = KillMatrix::new(result, &clauses);
    match args.format {
        Format::Table => print!("{}", table::render(&matrix)),
        Format::Json => print!("{}", json::render(&matrix)),
    }
    Ok(matrix.holds())
}

/// Whether the server, as it is, breaks nothing: else what is seen in a mutant may be its own.
async fn is_sound(mutant_run: &MutantRun) -> anyhow::Result<bool> {
    let server = mutant_run.servers.start().await?;
    let transport = suite_run::http(&server.base_url).map_err(anyhow::Error::msg)?;
    let verdicts = suite_run::run(
        &mutant_run.suite,
        mutant_run.servers.test_data(),
        mutant_run.options,
        None,
        transport,
    )
    .await;
    let reported = suite_run::reported(&verdicts.map_err(anyhow::Error::msg)?);
    for clause in &reported {
        eprintln!("the server itself breaks {clause}: no mutant of it would show anything");
    }
    Ok(reported.is_empty())
}
