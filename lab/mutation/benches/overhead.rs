//! Duration of a run at standard depth against a server program, compared with a bare loop of the same requests against
//! the same server. Prints medians and minima; asserts nothing.
//!
//! `cargo bench -p mutation --bench overhead -- "$PWD/target/release/referral-reference"`

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use jiff::Timestamp;
use mutation::server::{Server, ServerFactory, ServerProgram};
use mutation::suite_run::{RunOptions, http_transport, run};
use referral_conformance::depth::Depth;
use referral_conformance::exchange::ScenarioTrace;
use referral_conformance::suite::{self, Suite};
use tokio::runtime::Runtime;

use measure::{Times, compared};
use replay::{bare_loop, count, scripts};

#[path = "../../../conformance/benches/startup/measure.rs"]
mod measure;
#[path = "../../../conformance/benches/startup/replay.rs"]
mod replay;

/// The allocator of the programs.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const JOBS: usize = 8;
const RUNS: usize = 10;

fn main() -> anyhow::Result<()> {
    let program = std::env::args().skip(1).find(|one| one != "--bench").map(PathBuf::from);
    let program = program.context("expected the path of a server program as an argument")?;
    let suite = suite::embedded(Depth::Standard)?;
    let runtime = Runtime::new()?;
    let servers = runtime.block_on(ServerProgram::seed(&program, &suite))?;
    let (_, traces) = whole_run(&runtime, &suite, &servers)?;
    let scripts = scripts(&traces);
    let (mut bare, mut run) = (Vec::new(), Vec::new());
    // Alternate, so that other load affects both alike.
    for _ in 0..RUNS {
        let server = runtime.block_on(servers.start())?;
        bare.push(bare_loop(&runtime, &server.base_url, &scripts, JOBS)?);
        run.push(whole_run(&runtime, &suite, &servers)?.0);
    }
    let (bare, run) = (Times::of(bare)?, Times::of(run)?);
    println!("{:42}  {:>9} {:>5}  {:>9} {:>5}", "", "median", "ratio", "best", "ratio");
    let title = format!("bare loop, {} requests, {JOBS} at once", count(&scripts));
    compared(&title, &bare, &bare);
    compared("run at standard depth, judged", &run, &bare);
    Ok(())
}

/// A run against a new server.
fn whole_run(
    runtime: &Runtime,
    suite: &Suite,
    servers: &ServerProgram,
) -> anyhow::Result<(Duration, Vec<ScenarioTrace>)> {
    let Server { base_url, guard: _running } = runtime.block_on(servers.start())?;
    let start = Instant::now();
    let options = RunOptions {
        clock: Timestamp::now,
        seed: 1,
        jobs: JOBS,
        depth: Depth::Standard,
        alone: true,
    };
    let transport = http_transport(&base_url)?;
    let report = run(suite, servers.test_data(), options, None, transport);
    let report = runtime.block_on(report)?;
    Ok((start.elapsed(), report.traces()))
}
