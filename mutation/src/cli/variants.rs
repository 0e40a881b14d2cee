//! `variants`: fills the gaps otherwise and shows whether anybody is accused.

use anyhow::bail;
use mutation::variant::{dimensions, draw, named};
use mutation::variant_run::{VariantResult, VariantRun, passes, table};
use referral_conformance::plan::Glob;

use super::Conforming;
use super::progress::Progress;

/// Fill the gaps of the contract otherwise, and show whether the suite accuses anybody for it
///
/// Exit code 0 when no clause is held to be violated, nothing is left behind, and of servers that hide nothing all was
/// seen; 1 when not, 2 when nothing could be tried.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    conforming: Conforming,
    /// How many variants are drawn at random beside the named ones
    #[arg(long, value_name = "N", default_value_t = 0)]
    draws: u32,
    /// What the draws come from
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Names of variants to try; `*` stands for anything, `,` separates patterns
    #[arg(long, value_name = "GLOB")]
    only: Option<Glob>,
    /// Only tell what each variant is like, and try none
    #[arg(long)]
    list: bool,
}

pub(super) async fn run(args: Args) -> anyhow::Result<bool> {
    let (suite, servers) = super::prepare(&args.conforming).await?;
    let options = super::options(args.seed, false);
    let dimensions = dimensions(&suite.contract);
    let mut variants = named(&dimensions);
    variants.extend((1..=args.draws).map(|number| draw(&dimensions, args.seed, number)));
    if let Some(only) = &args.only {
        variants.retain(|variant| only.matches(&variant.name));
    }
    if variants.is_empty() {
        bail!("no variant is chosen; see `--only`, and `--list` for their names");
    }
    if args.list {
        print!("{}", table::list(&variants));
        return Ok(true);
    }

    let variant_run = VariantRun {
        suite,
        servers,
        options,
    };
    let progress = Progress::new(variants.len(), "variants");
    let tried = variant_run.run_all(variants, super::processors(), |variant, outcome| {
        let word = match outcome {
            Ok(said) if !said.reported.is_empty() => "ACCUSED",
            Ok(said) if !said.left.is_empty() => "LEFT UNTIDY",
            Ok(_) => "not accused",
            Err(_) => "NO VERDICTS",
        };
        progress.done(&variant.name, word, !passes(outcome));
    });
    let tried = tried.await;
    progress.end();
    print!("{}", table::render(&tried));
    Ok(tried.iter().all(VariantResult::passes))
}
