//! The command `variants`.

use anyhow::bail;
use mutation::variant::{dimensions, draw, named_variants};
use mutation::variant_run::{VariantResult, VariantRun, is_clean, table};
use referral_conformance::depth::Depth;
use referral_conformance::plan::Glob;

/// Run the suite against conforming servers that differ in gaps of the contract
///
/// Exit code: 0 if no clause is reported as violated, nothing is left behind, and all clauses are tested on servers that
/// hide nothing (for another contract: those that are tested on the server itself); 1 if not, 2 on errors.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    servers: super::ServerArgs,
    /// Number of random variants to run in addition to the named ones
    #[arg(long, value_name = "N", default_value_t = 0)]
    draws: u32,
    /// Seed for random variants
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Which scenarios to run: `quick`, `standard` or `thorough`
    #[arg(long, value_name = "DEPTH", default_value_t)]
    depth: Depth,
    /// Number of variants to run at the same time [default: number of CPUs]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Names of variants to run, as comma-separated globs
    #[arg(long, value_name = "GLOB")]
    only: Option<Glob>,
    /// List the variants without running them
    #[arg(long)]
    list: bool,
}

pub(super) async fn run(args: Args) -> anyhow::Result<bool> {
    let (suite, servers) = args.servers.prepare(args.depth).await?;
    let dimensions = dimensions(&suite.contract);
    let mut variants = named_variants(&dimensions);
    variants.extend((1..=args.draws).map(|number| draw(&dimensions, args.seed, number)));
    if let Some(only) = &args.only {
        variants.retain(|variant| only.matches(&variant.name));
    }
    if variants.is_empty() {
        bail!("`--only` matches no variant; `--list` shows their names");
    }
    if args.list {
        print!("{}", table::list(&variants));
        return Ok(true);
    }

    let options = super::run_options(args.seed, args.depth, false);
    let mut variant_run = VariantRun { suite, servers, options, open_anyway: None };
    if args.servers.contract.is_some() {
        variant_run.compare_with_unchanged().await?;
    }
    let bar = super::progress_bar(variants.len(), "variants");
    let jobs = args.jobs.unwrap_or_else(super::available_parallelism);
    let results = variant_run.run_all(variants, jobs, |variant, outcome| {
        let status = match outcome {
            Ok(report) if !report.violations.is_empty() => "VIOLATED",
            Ok(report) if !report.leftovers.is_empty() => "LEFTOVERS",
            Ok(_) => "passed",
            Err(_) => "FAILED",
        };
        super::finish_item(&bar, &variant.name, status, !is_clean(outcome));
    });
    let results = results.await;
    bar.finish_and_clear();
    print!("{}", table::render(&results));
    Ok(results.iter().all(VariantResult::passes))
}
