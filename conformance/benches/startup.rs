//! Overhead of the runner: time until the first request; duration of a full run compared with a bare loop of the same
//! requests; and over a slow link compared with the theoretical minimum. Prints medians and minima; asserts nothing.
//!
//! With `run 100` or `bare 100` as arguments it makes 100 runs or bare loops and prints nothing: for tools that
//! count instructions.

use std::collections::BTreeMap;
use std::io::Read;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::http::StatusCode;
use jiff::Timestamp;
use referral_conformance::depth::Depth;
use referral_conformance::exchange::ScenarioTrace;
use referral_conformance::level::Level;
use referral_conformance::plan::PlanInputs;
use referral_conformance::redact::Redactor;
use referral_conformance::report::{Content, human};
use referral_conformance::run::{HttpOptions, HttpTransport, StopSignal};
use referral_conformance::session::{RunIo, Session};
use referral_conformance::state::JournalWriter;
use referral_conformance::suite::{self, Suite};
use referral_conformance::target::{BaseUrl, TargetFixture};
use tokio::runtime::Runtime;

use generated_fixtures::{fixtures, info, keys, settings};
use measure::{Times, compared};
use replay::{Script, bare_loop, count, scripts};

#[path = "../tests/it/generated_fixtures.rs"]
mod generated_fixtures;
#[path = "startup/measure.rs"]
mod measure;
#[path = "startup/replay.rs"]
mod replay;

/// The allocator of the program; the bare loop uses it, too.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const PROGRAM: &str = env!("CARGO_BIN_EXE_referral-conformance");
const KEY: &str = "an-unknown-key";
const JOBS: usize = 8;
const STARTS: usize = 30;
const RUNS: usize = 30;
/// Round-trip time of a slow link.
const LATENCY: Duration = Duration::from_millis(100);

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1).filter(|one| one != "--bench");
    if let (Some(side), Some(times)) = (arguments.next(), arguments.next()) {
        return repeat(side == "run", times.parse()?);
    }
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("key"), KEY)?;
    let (mut versions, mut first) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        versions.push(version()?);
        first.push(first_request(folder.path())?);
    }
    let (versions, first) = (Times::of(versions)?, Times::of(first)?);
    println!("{:42}  {:>9} {:>5}  {:>9} {:>5}", "", "median", "ratio", "best", "ratio");
    compared("`--version`, from spawn to exit", &versions, &versions);
    compared("`run`, from spawn to the first request", &first, &versions);

    let suite = suite::embedded(Depth::Standard)?;
    let fixtures = fixtures(&suite);
    let runtime = Runtime::new()?;
    let (base_url, scripts) = warmed_up(&runtime, &suite, &fixtures)?;
    // Alternate, so that other load affects both alike.
    let (mut bare, mut run) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        bare.push(bare_loop(&runtime, &base_url, &scripts, JOBS)?);
        run.push(whole_run(&runtime, &suite, &fixtures, &base_url)?.0);
    }
    let (bare, run) = (Times::of(bare)?, Times::of(run)?);
    let title = format!("bare loop, {} requests, {JOBS} at once", count(&scripts));
    compared(&title, &bare, &bare);
    compared("whole run, judged and reported", &run, &bare);

    let base_url = runtime.block_on(serve(LATENCY))?;
    let (slow, traces) = whole_run(&runtime, &suite, &fixtures, &base_url)?;
    let least = least(&traces);
    let (slow, least) = (Times::of(vec![slow])?, Times::of(vec![least])?);
    compared(&format!("least over a link of {LATENCY:?}"), &least, &least);
    compared("whole run over that link, once", &slow, &least);
    Ok(())
}

/// A server warmed up by a first run, and the requests of that run.
fn warmed_up(
    runtime: &Runtime,
    suite: &Suite,
    fixtures: &BTreeMap<String, Vec<TargetFixture>>,
) -> anyhow::Result<(BaseUrl, Arc<[Script]>)> {
    let base_url = runtime.block_on(serve(Duration::ZERO))?;
    let (_, traces) = whole_run(runtime, suite, fixtures, &base_url)?;
    Ok((base_url, scripts(&traces)))
}

/// Repeats one of the two measurements.
fn repeat(runs: bool, times: usize) -> anyhow::Result<()> {
    let suite = suite::embedded(Depth::Standard)?;
    let fixtures = fixtures(&suite);
    let runtime = Runtime::new()?;
    let (base_url, scripts) = warmed_up(&runtime, &suite, &fixtures)?;
    for _ in 0..times {
        if runs {
            whole_run(&runtime, &suite, &fixtures, &base_url)?;
        } else {
            bare_loop(&runtime, &base_url, &scripts, JOBS)?;
        }
    }
    Ok(())
}

/// Minimum duration of these traces: the longest chain of requests, or all requests divided by the workers.
fn least(traces: &[ScenarioTrace]) -> Duration {
    let chains: Vec<_> = traces.iter().map(|trace| trace.exchanges().count()).collect();
    let longest = chains.iter().max().copied().unwrap_or_default();
    let shared = chains.iter().sum::<usize>().div_ceil(JOBS);
    LATENCY * u32::try_from(longest.max(shared)).unwrap_or(u32::MAX)
}

fn version() -> anyhow::Result<Duration> {
    let start = Instant::now();
    Command::new(PROGRAM).arg("--version").stdout(Stdio::null()).status()?;
    Ok(start.elapsed())
}

/// Time until the first bytes arrive; the run is then killed.
fn first_request(folder: &std::path::Path) -> anyhow::Result<Duration> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let base_url = format!("http://{}", listener.local_addr()?);
    let start = Instant::now();
    let mut child = Command::new(PROGRAM)
        .args(["run", "--base-url", &base_url, "--level", "read", "--api-key-file", "key"])
        .args(["--state-dir", "state"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let (mut stream, _) = listener.accept()?;
    stream.read_exact(&mut [0])?;
    let elapsed = start.elapsed();
    child.kill()?;
    child.wait()?;
    Ok(elapsed)
}

/// A server that answers every request with 404 after a delay.
async fn serve(latency: Duration) -> anyhow::Result<BaseUrl> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let base_url = format!("http://{}", listener.local_addr()?).parse()?;
    let app = Router::new().fallback(move || async move {
        if !latency.is_zero() {
            tokio::time::sleep(latency).await;
        }
        (StatusCode::NOT_FOUND, r#"{"error":"Not found."}"#)
    });
    tokio::spawn(async move { axum::serve(listener, app).await });
    Ok(base_url)
}

/// All scenarios.
fn whole_run(
    runtime: &Runtime,
    suite: &Suite,
    fixtures: &BTreeMap<String, Vec<TargetFixture>>,
    base_url: &BaseUrl,
) -> anyhow::Result<(Duration, Vec<ScenarioTrace>)> {
    let start = Instant::now();
    let keys = keys(suite, KEY);
    let allowance = PlanInputs {
        level: Level::Full,
        depth: Depth::Thorough,
        keys: keys.keys().cloned().collect(),
        fixtures,
        only: None,
    };
    let now = Timestamp::now();
    let session = Session {
        suite,
        plan: &suite.plan(&allowance),
        info: info(base_url.to_string(), now),
        redactor: Redactor::new([("main key", KEY)]),
        settings: settings(keys, JOBS, now),
    };
    let wire = RunIo {
        transport: Arc::new(HttpTransport::new(options(base_url))?),
        rate: None,
        stop: StopSignal::default(),
        journal: JournalWriter::disabled(),
        fixture_pool: None,
    };
    let ended = runtime.block_on(session.run(wire, |_| ()));
    std::hint::black_box(human::render(&Content::from(&session.report(&ended)?)));
    Ok((start.elapsed(), ended.traces().cloned().collect()))
}

fn options(base_url: &BaseUrl) -> HttpOptions {
    HttpOptions {
        base_url: base_url.clone(),
        timeout: Duration::from_secs(30),
        authority: None,
        headers: Vec::new(),
    }
}
