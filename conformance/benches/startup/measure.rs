//! Measurements and the bare loop.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use referral_conformance::exchange::{Request, ScenarioTrace};
use referral_conformance::target::BaseUrl;
use tokio::runtime::Runtime;

/// All requests of a run.
pub fn requests(traces: &[ScenarioTrace]) -> Vec<Arc<Request>> {
    let exchanges = traces.iter().flat_map(ScenarioTrace::exchanges);
    exchanges.map(|exchange| Arc::clone(&exchange.request)).collect()
}

/// Results of a measurement.
pub struct Times {
    /// The median.
    pub median: Duration,
    /// The minimum.
    pub best: Duration,
}

impl Times {
    /// Fails when nothing was measured.
    pub fn of(mut all: Vec<Duration>) -> anyhow::Result<Self> {
        all.sort();
        let at = |index| all.get(index).copied().context("nothing was measured");
        Ok(Self { median: at(all.len() / 2)?, best: at(0)? })
    }
}

/// Prints a row: the times, and their ratios to a baseline.
pub fn compared(title: &str, times: &Times, baseline: &Times) {
    println!(
        "{title:42}  {:>9} {:>5}  {:>9} {:>5}",
        format_duration(times.median),
        ratio(times.median, baseline.median),
        format_duration(times.best),
        ratio(times.best, baseline.best)
    );
}

fn format_duration(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

fn ratio(time: Duration, baseline: Duration) -> String {
    format!("{:.2}", time.as_secs_f64() / baseline.as_secs_f64())
}

/// Sends the requests with a new client and does not look at the answers. Each of the workers gets the same share.
pub fn bare_loop(
    runtime: &Runtime,
    base_url: &BaseUrl,
    requests: &[Arc<Request>],
    workers: usize,
) -> anyhow::Result<Duration> {
    let start = Instant::now();
    // The settings of the runner's own client: header names in the same case, and a time limit for each request.
    let timeout = Duration::from_secs(30);
    let client = reqwest::Client::builder()
        .user_agent("bare")
        .http1_only()
        .http1_title_case_headers()
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .referer(false)
        .connect_timeout(timeout)
        .timeout(timeout)
        .no_proxy()
        .tls_certs_only([])
        .build()?;
    runtime.block_on(async {
        let mut running = tokio::task::JoinSet::new();
        for worker in 0..workers {
            let client = client.clone();
            let share: Vec<_> = requests.iter().skip(worker).step_by(workers).collect();
            let share = share.into_iter().map(|request| bare(&client, base_url, request));
            let share: Vec<_> = share.collect();
            running.spawn(async move {
                for request in share {
                    request.send().await?.bytes().await?;
                }
                anyhow::Ok(())
            });
        }
        while let Some(ended) = running.join_next().await {
            ended??;
        }
        Ok(start.elapsed())
    })
}

fn bare(
    client: &reqwest::Client,
    base_url: &BaseUrl,
    request: &Request,
) -> reqwest::RequestBuilder {
    let url = base_url.join(&request.target);
    let method = request.method.as_str().parse().unwrap_or_default();
    let mut builder = client.request(method, url);
    for (name, value) in &request.headers {
        builder = builder.header(name, value);
    }
    match &request.body {
        Some(body) => {
            let typed = builder.header("content-type", "application/json");
            typed.body(body.clone())
        }
        None => builder,
    }
}
