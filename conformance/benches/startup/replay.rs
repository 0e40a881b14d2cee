//! The bare loop: sends the requests of a run again and does not judge the responses.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::ensure;
use referral_conformance::exchange::{Exchange, Request, ScenarioTrace};
use referral_conformance::json::Json;
use referral_conformance::target::BaseUrl;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

/// Shorter texts in responses are not taken for identifiers.
const SHORTEST_IDENTIFIER: usize = 8;

/// The requests of a scenario, in order.
pub struct Script(Vec<ScriptedRequest>);

struct ScriptedRequest {
    request: Arc<Request>,
    /// The status in the run; `None` if there was no response.
    status: Option<u16>,
    captures: Vec<Capture>,
}

/// An identifier made by the server, which later requests of the scenario contain.
struct Capture {
    /// JSON pointer into the response.
    pointer: String,
    /// The identifier in the run.
    recorded: String,
}

/// The requests of a run, the longest scenario first.
pub fn scripts(traces: &[ScenarioTrace]) -> Arc<[Script]> {
    let mut scripts: Vec<_> = traces.iter().map(Script::of).collect();
    scripts.sort_by_key(|script| std::cmp::Reverse(script.0.len()));
    scripts.into()
}

/// Number of requests.
pub fn count(scripts: &[Script]) -> usize {
    scripts.iter().map(|script| script.0.len()).sum()
}

impl Script {
    fn of(trace: &ScenarioTrace) -> Self {
        let exchanges: Vec<_> = trace.exchanges().collect();
        let scripted = exchanges.iter().enumerate().map(|(index, exchange)| {
            let (earlier, later) = exchanges.split_at(index + 1);
            let response = exchange.outcome.as_ref().ok();
            let mut captures = Vec::new();
            if let Some(value) = response.and_then(|response| response.body.json()) {
                find_captures(value, "", &mut captures);
                captures.retain(|Capture { recorded, .. }| {
                    let is_in = |exchange: &&Exchange| mentions(&exchange.request, recorded);
                    later.iter().any(is_in) && !earlier.iter().any(is_in)
                });
            }
            ScriptedRequest {
                request: Arc::clone(&exchange.request),
                status: response.map(|response| response.status),
                captures,
            }
        });
        Self(scripted.collect())
    }
}

/// Collects texts that may be identifiers. Records of lists may be in another order in the loop and are left out.
fn find_captures(value: &Json, pointer: &str, captures: &mut Vec<Capture>) {
    match value {
        Json::Text(text) if text.len() >= SHORTEST_IDENTIFIER => {
            captures.push(Capture { pointer: pointer.to_owned(), recorded: text.clone() });
        }
        Json::Map(members) => {
            for (name, value) in members {
                find_captures(value, &format!("{pointer}/{name}"), captures);
            }
        }
        _ => {}
    }
}

fn mentions(request: &Request, text: &str) -> bool {
    request.target.contains(text) || request.body.as_ref().is_some_and(|body| body.contains(text))
}

/// Sends the requests with a new client. Each of the workers takes the next scenario when it is done with one. Fails when
/// the server does other work than in the run: fewer than 99 % of the responses have the same status.
pub fn bare_loop(
    runtime: &Runtime,
    base_url: &BaseUrl,
    scripts: &Arc<[Script]>,
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
    let next = Arc::new(AtomicUsize::new(0));
    runtime.block_on(async {
        let mut running = JoinSet::new();
        for _ in 0..workers {
            let (client, base_url) = (client.clone(), base_url.clone());
            let (scripts, next) = (Arc::clone(scripts), Arc::clone(&next));
            running.spawn(async move {
                let mut same_status = 0;
                while let Some(script) = scripts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    same_status += replay(&client, &base_url, script).await?;
                }
                anyhow::Ok(same_status)
            });
        }
        let mut same_status = 0;
        while let Some(ended) = running.join_next().await {
            same_status += ended??;
        }
        let duration = start.elapsed();
        let requests = count(scripts);
        ensure!(
            same_status * 100 >= requests * 99,
            "{same_status} of {requests} responses had the same status as in the run"
        );
        Ok(duration)
    })
}

/// Sends the requests of a scenario, with the identifiers that this server makes. Returns the number of responses with
/// the same status as in the run.
async fn replay(
    client: &reqwest::Client,
    base_url: &BaseUrl,
    script: &Script,
) -> anyhow::Result<usize> {
    let mut identifiers: Vec<(&str, String)> = Vec::new();
    let mut same_status = 0;
    for scripted in &script.0 {
        let response = bare(client, base_url, &scripted.request, &identifiers).send().await?;
        same_status += usize::from(scripted.status == Some(response.status().as_u16()));
        let body = response.bytes().await?;
        if scripted.captures.is_empty() {
            continue;
        }
        let value: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
        for Capture { pointer, recorded } in &scripted.captures {
            if let Some(made) = value.pointer(pointer).and_then(|value| value.as_str()) {
                identifiers.push((recorded, made.to_owned()));
            }
        }
    }
    Ok(same_status)
}

fn bare(
    client: &reqwest::Client,
    base_url: &BaseUrl,
    request: &Request,
    identifiers: &[(&str, String)],
) -> reqwest::RequestBuilder {
    let url = base_url.join(&replaced(&request.target, identifiers));
    let method = request.method.as_str().parse().unwrap_or_default();
    let mut builder = client.request(method, url);
    for (name, value) in &request.headers {
        builder = builder.header(name, value);
    }
    match &request.body {
        Some(body) => {
            let typed = builder.header("content-type", "application/json");
            typed.body(replaced(body, identifiers))
        }
        None => builder,
    }
}

fn replaced(text: &str, identifiers: &[(&str, String)]) -> String {
    let mut text = text.to_owned();
    for (recorded, made) in identifiers {
        if text.contains(recorded) {
            text = text.replace(recorded, made);
        }
    }
    text
}
