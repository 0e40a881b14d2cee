//! What the runner costs beside the requests it makes: how long until the first one is out, and how
//! long a whole run takes beside a bare loop of as many requests. Prints medians; asserts nothing.

use std::collections::BTreeMap;
use std::io::Read;
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use axum::Router;
use axum::http::StatusCode;
use jiff::Timestamp;
use referral_conformance::level::Level;
use referral_conformance::plan::{Allowance, Plan};
use referral_conformance::redact::Redactor;
use referral_conformance::report::{RunInfo, human};
use referral_conformance::run::{HttpOptions, HttpTransport, Ledger, Settings, Stop};
use referral_conformance::session::{Session, Wire};
use referral_conformance::suite::Suite;
use referral_conformance::target::{BaseUrl, Supplied};
use tokio::runtime::Runtime;

const PROGRAM: &str = env!("CARGO_BIN_EXE_referral-conformance");
const KEY: &str = "a-key-of-nobody";
const JOBS: usize = 8;
const STARTS: usize = 30;
const RUNS: usize = 15;

fn main() -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("key"), KEY)?;
    let version = median(STARTS, version)?;
    let first = median(STARTS, || first_request(folder.path()))?;
    row("", "median", "ratio");
    row("`--version`, from spawn to exit", &shown(version), "1.00");
    row(
        "`run`, from spawn to the first request",
        &shown(first),
        &ratio(first, version),
    );

    let suite = Suite::embedded()?;
    let runtime = Runtime::new()?;
    let (base_url, served) = runtime.block_on(serve())?;
    // The first one warms everything up, and tells how many requests there are.
    whole_run(&runtime, &suite, &base_url)?;
    let requests = served.swap(0, Ordering::Relaxed);
    let run = median(RUNS, || whole_run(&runtime, &suite, &base_url))?;
    let bare = median(RUNS, || bare_loop(&runtime, &base_url, requests))?;
    let title = format!("bare loop, {requests} requests, {JOBS} at once");
    row(&title, &shown(bare), "1.00");
    row(
        "whole run, judged and reported",
        &shown(run),
        &ratio(run, bare),
    );
    Ok(())
}

fn row(title: &str, median: &str, ratio: &str) {
    println!("{title:42}  {median:>9}  {ratio:>5}");
}

fn shown(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

fn ratio(time: Duration, baseline: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() / baseline.as_secs_f64())
}

fn median(
    times: usize,
    mut measure: impl FnMut() -> anyhow::Result<Duration>,
) -> anyhow::Result<Duration> {
    let mut all = (0..times)
        .map(|_| measure())
        .collect::<anyhow::Result<Vec<_>>>()?;
    all.sort();
    all.get(times / 2).copied().context("nothing was measured")
}

fn version() -> anyhow::Result<Duration> {
    let start = Instant::now();
    Command::new(PROGRAM)
        .arg("--version")
        .stdout(Stdio::null())
        .status()?;
    Ok(start.elapsed())
}

/// Until the first bytes arrive; the run is then stopped, as it gets no answer.
fn first_request(folder: &std::path::Path) -> anyhow::Result<Duration> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let base_url = format!("http://{}", listener.local_addr()?);
    let start = Instant::now();
    let mut child = Command::new(PROGRAM)
        .args([
            "run",
            "--base-url",
            &base_url,
            "--level",
            "read",
            "--api-key-file",
            "key",
        ])
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

/// A server that knows nothing, and counts.
async fn serve() -> anyhow::Result<(BaseUrl, Arc<AtomicUsize>)> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let base_url = format!("http://{}", listener.local_addr()?).parse()?;
    let served = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&served);
    let app = Router::new().fallback(move || {
        counter.fetch_add(1, Ordering::Relaxed);
        async { (StatusCode::NOT_FOUND, r#"{"error":"Not found."}"#) }
    });
    tokio::spawn(async move { axum::serve(listener, app).await });
    Ok((base_url, served))
}

/// All scenarios, with as many fixtures as they could want.
fn whole_run(runtime: &Runtime, suite: &Suite, base_url: &BaseUrl) -> anyhow::Result<Duration> {
    let start = Instant::now();
    let kinds = suite.contract.service.keys.iter();
    let keys: BTreeMap<_, _> = kinds
        .map(|kind| (kind.name.clone(), KEY.to_owned()))
        .collect();
    let fixtures = fixtures(suite);
    let allowance = Allowance {
        level: Level::Full,
        keys: keys.keys().cloned().collect(),
        fixtures: &fixtures,
        only: None,
    };
    let now = Timestamp::now();
    let session = Session {
        suite,
        plan: &Plan::new(
            &suite.contract,
            &suite.clauses,
            &suite.scenarios,
            &allowance,
        ),
        info: RunInfo {
            base_url: base_url.to_string(),
            level: Level::Full,
            profile: "everything".to_owned(),
            seed: 1,
            started_at: now.to_string(),
            journal: None,
            key_names: BTreeMap::new(),
        },
        redactor: Redactor::new([("main key", KEY)]),
        settings: Settings {
            run_id: "1".to_owned(),
            now,
            jobs: JOBS,
            keys,
            fresh_fixtures: true,
        },
    };
    let wire = Wire {
        transport: Arc::new(HttpTransport::new(options(base_url))?),
        rate: None,
        stop: Stop::default(),
        ledger: Ledger::none(),
    };
    let ended = runtime.block_on(session.play(wire, || ()));
    std::hint::black_box(human::render(&session.report(&ended)?));
    Ok(start.elapsed())
}

fn fixtures(suite: &Suite) -> BTreeMap<String, Vec<Supplied>> {
    let service = &suite.contract.service;
    let of = |kind: &spec::Fixture| {
        let accounts = service
            .keys
            .iter()
            .flat_map(|key| (0..8).map(move |n| (&key.name, n)));
        let supplied = accounts.map(|(account, n)| Supplied {
            id: format!("{}-{account}-{n}", kind.kind),
            account: account.clone(),
            facts: kind
                .facts
                .iter()
                .map(|fact| (fact.name.clone(), format!("{n}@x.example")))
                .collect(),
        });
        (kind.kind.clone(), supplied.collect())
    };
    service.fixtures.iter().map(of).collect()
}

fn options(base_url: &BaseUrl) -> HttpOptions {
    HttpOptions {
        base_url: base_url.clone(),
        timeout: Duration::from_secs(30),
        authority: None,
        headers: Vec::new(),
    }
}

/// As many requests, with a new client as well, each worker sending its share.
fn bare_loop(runtime: &Runtime, base_url: &BaseUrl, requests: usize) -> anyhow::Result<Duration> {
    let start = Instant::now();
    let client = reqwest::Client::builder().http1_only().no_proxy().build()?;
    let url = base_url.join("/");
    runtime.block_on(async {
        let mut workers = tokio::task::JoinSet::new();
        for worker in 0..JOBS {
            let (client, url) = (client.clone(), url.clone());
            workers.spawn(async move {
                for _ in (worker..requests).step_by(JOBS) {
                    client
                        .get(&url)
                        .header("X-Key", KEY)
                        .send()
                        .await?
                        .bytes()
                        .await?;
                }
                anyhow::Ok(())
            });
        }
        while let Some(ended) = workers.join_next().await {
            ended??;
        }
        Ok(start.elapsed())
    })
}
