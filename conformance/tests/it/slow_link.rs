//! Duration of a full run with slow responses, on a simulated clock that is independent of the machine.

use std::sync::Arc;
use std::time::Duration;

use http::HeaderMap;
use referral_conformance::depth::Depth;
use referral_conformance::exchange::{Request, Response, ScenarioTrace};
use referral_conformance::level::Level;
use referral_conformance::plan::PlanInputs;
use referral_conformance::redact::Redactor;
use referral_conformance::run::{ResponseFuture, StopSignal, Transport};
use referral_conformance::session::{RunIo, Session};
use referral_conformance::state::JournalWriter;
use referral_conformance::suite::Suite;
use tokio::time::{Instant, sleep};

use crate::generated_fixtures::{fixtures, info, keys, settings};
use crate::session::embedded;

const JOBS: usize = 8;
const LATENCY: Duration = Duration::from_millis(100);

/// Responses every request with 404 after a delay.
struct SlowServer;

impl Transport for SlowServer {
    fn send<'a>(&'a self, _: &'a Request) -> ResponseFuture<'a> {
        Box::pin(async {
            sleep(LATENCY).await;
            Ok(Response {
                status: 404,
                headers: HeaderMap::new(),
                body: r#"{"error":"Not found."}"#.into(),
            })
        })
    }
}

/// Duration of a run, and the number of requests of each trace.
async fn run_suite(suite: &Suite) -> (Duration, Vec<u32>) {
    let keys = keys(suite, "an-unknown-key");
    let fixtures = fixtures(suite);
    let allowance = PlanInputs {
        level: Level::Full,
        depth: Depth::Thorough,
        keys: keys.keys().cloned().collect(),
        fixtures: &fixtures,
        only: None,
    };
    let plan = suite.plan(&allowance);
    let now = "2026-03-04T05:06:07Z".parse().unwrap();
    let session = Session {
        suite,
        plan: &plan,
        info: info("http://far.test".to_owned(), now),
        redactor: Redactor::new([]),
        settings: settings(keys, JOBS, now),
    };
    let wire = RunIo {
        transport: Arc::new(SlowServer),
        rate: None,
        stop: StopSignal::default(),
        journal: JournalWriter::disabled(),
        fixture_pool: None,
    };
    let start = Instant::now();
    let ended = session.run(wire, |_| ()).await;
    let requests = |trace: &ScenarioTrace| u32::try_from(trace.exchanges().count()).unwrap();
    (start.elapsed(), ended.traces().map(requests).collect())
}

#[tokio::test(start_paused = true)]
async fn run_duration_is_close_to_the_network_time() {
    let (took, traces) = run_suite(&embedded()).await;
    let sum: u32 = traces.iter().sum();
    let longest = traces.iter().max().copied().unwrap();
    let least = LATENCY * longest.max(sum.div_ceil(u32::try_from(JOBS).unwrap()));
    // Scenarios that share a fixture wait for each other, which the least time leaves out.
    assert!(took * 10 <= least * 12, "{took:?}, and {least:?} at least");
}
