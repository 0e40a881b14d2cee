//! The command `responses`.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use anyhow::ensure;
use mutation::response_edit::matrix::{is_disagreement, render};
use mutation::response_edit::{EditedResponse, Recording};
use referral_conformance::depth::Depth;

/// Edit single responses of a recorded run, and compare the judge with an independent oracle
///
/// Exit code: 0 if they agree on every edit that the oracle decides; 1 if not, 2 on errors.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Server program with the commands `seed demo` and `serve`
    #[arg(long, value_name = "PATH")]
    server: PathBuf,
    /// Number of edits
    #[arg(long, value_name = "N", default_value_t = 500)]
    draws: u64,
    /// Which scenarios to record: `quick`, `standard` or `thorough`
    #[arg(long, value_name = "DEPTH", default_value_t = Depth::Quick)]
    depth: Depth,
    /// Seed for the edits
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

pub(super) async fn run(args: Args) -> anyhow::Result<bool> {
    let (suite, servers) = super::prepare(&args.server, args.depth).await?;
    let options = super::run_options(args.seed, args.depth, true);
    let recording = Recording::new(&suite, servers.as_ref(), options).await?;
    let contradictions = recording.contradictions();
    ensure!(
        contradictions.is_empty(),
        "the oracle rejects responses of the server:\n{}",
        contradictions.join("\n")
    );
    let edits = draw_all(&Arc::new(recording), args.draws, args.seed)?;
    print!("{}", render(&edits));
    Ok(!edits.iter().any(is_disagreement))
}

/// Draws and judges the edits on all cores.
fn draw_all(
    recording: &Arc<Recording>,
    draws: u64,
    seed: u64,
) -> anyhow::Result<Vec<EditedResponse>> {
    let bar = super::progress_bar(usize::try_from(draws)?, "edits");
    let jobs = super::available_parallelism();
    let parts: Vec<_> = (0..jobs)
        .map(|part| {
            let (recording, bar) = (Arc::clone(recording), bar.clone());
            thread::spawn(move || {
                let numbers = (0..draws).skip(part).step_by(jobs);
                let edits = numbers.map(|number| {
                    bar.inc(1);
                    Ok((number, recording.draw(seed, number)?))
                });
                edits.collect::<anyhow::Result<Vec<_>>>()
            })
        })
        .collect();
    let mut edits = Vec::new();
    for part in parts {
        let part = part.join().map_err(|_| anyhow::anyhow!("the judge panicked"))?;
        edits.extend(part?);
    }
    bar.finish_and_clear();
    edits.sort_by_key(|(number, _)| *number);
    Ok(edits.into_iter().filter_map(|(_, edit)| edit).collect())
}
