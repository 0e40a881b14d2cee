//! The command `classes`.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;

use anyhow::bail;
use mutation::class_mutants;
use mutation::draw;
use mutation::mutant::Mutant;
use mutation::mutant_result::{MutantResult, MutantStatus};
use mutation::mutant_run::MutantRun;
use mutation::occurrence::Occurrence;
use referral_conformance::depth::Depth;
use referral_conformance::plan::Glob;

/// Run the suite against servers that each treat one class of values of one input wrongly
///
/// Exit code: 0 if as many mutants as `--least` asks for were reported; 1 if not, 2 on errors.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    servers: super::ServerArgs,
    /// Mutants to run, as comma-separated globs
    #[arg(long, value_name = "GLOB")]
    only: Option<Glob>,
    /// Run a sample of this size, drawn with the seed
    #[arg(long, value_name = "N")]
    sample: Option<NonZeroUsize>,
    /// Seed of the sample
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Percentage of the mutants that must be reported
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=100))]
    least: u8,
    /// Which scenarios to run: `quick`, `standard` or `thorough`
    #[arg(long, value_name = "DEPTH", default_value_t)]
    depth: Depth,
    /// Print the ids of the mutants, and run nothing
    #[arg(long)]
    list: bool,
}

pub(super) async fn run(args: Args) -> anyhow::Result<bool> {
    let (suite, servers) = args.servers.prepare(args.depth).await?;
    let mut selected = class_mutants::mutants(&suite.contract);
    selected.retain(|mutant| args.only.as_ref().is_none_or(|only| only.matches(&mutant.id)));
    if selected.is_empty() {
        bail!("`--only` matches no mutant");
    }
    if let Some(size) = args.sample {
        draw::sample(&mut selected, size.get(), args.seed, |mutant| &mutant.id);
    }
    if args.list {
        selected.iter().for_each(|mutant| println!("{}  {}", mutant.id, mutant.clause.id));
        return Ok(true);
    }
    let run = MutantRun {
        suite: Arc::clone(&suite),
        servers,
        options: super::run_options(1, args.depth, true),
        full: false,
        occurrence: Occurrence::Always,
    };
    let bar = super::progress_bar(selected.len(), "mutants");
    let results = run.run_all(selected, super::available_parallelism(), |mutant, result| {
        let is_notable = result.status != MutantStatus::Killed;
        super::finish_item(&bar, &mutant.id, result.status.name(), is_notable);
    });
    let results = results.await;
    bar.finish_and_clear();
    print!("{}", render(&results));
    let reported = results.iter().filter(|(_, result)| is_reported(&result.status)).count();
    Ok(reported * 100 >= results.len() * usize::from(args.least))
}

fn is_reported(status: &MutantStatus) -> bool {
    matches!(status, MutantStatus::Killed | MutantStatus::KilledByAnother)
}

/// The mutants that were not reported by their own clause, and the number of each status.
fn render(results: &[(Mutant, MutantResult)]) -> String {
    let mut counts = BTreeMap::<&str, usize>::new();
    let mut text = String::new();
    for (mutant, result) in results {
        *counts.entry(result.status.name()).or_default() += 1;
        if result.status != MutantStatus::Killed {
            text.push_str(&format!(
                "{:18} {}  {}\n",
                result.status.name(),
                mutant.id,
                result.own_verdict
            ));
        }
    }
    let reported = results.iter().filter(|(_, result)| is_reported(&result.status)).count();
    let counts: Vec<String> =
        counts.iter().map(|(status, count)| format!("{count} {status}")).collect();
    text.push_str(&format!(
        "{} mutants: {}; {:.1} % reported\n",
        results.len(),
        counts.join(", "),
        reported as f64 * 100.0 / results.len().max(1) as f64,
    ));
    text
}
