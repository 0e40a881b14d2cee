//! Overhead of a call of the generated client compared with the same exchange by its HTTP client, against a server on
//! loopback that answers immediately. Both write and read typed JSON and send the same headers over the same kind of
//! connections. Prints medians and minima of short alternating rounds; asserts only that every call succeeds.
//!
//! With `client 1000` or `bare 1000` as arguments it makes 1000 calls of one kind and prints nothing: for tools that
//! count instructions.

use std::error::Error;
use std::net::SocketAddr;
use std::time::Instant;

use referral_client::models::{CampaignUuid, CreateEventRequest};
use referral_client::{Client, ClientBuilder, ReqwestTransport};
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

const KEY: &str = "an-unknown-key";
const CAMPAIGN: &str = "841abdc5-0b9e-4533-8faa-28295c38f156";
const SUBSCRIBER: &str = "54432700-a803-4223-8ebc-3ea87d57ebe2";
const ANSWER: &str = r#"{"event":{"value":12.5,"campaign_uuid":"841abdc5-0b9e-4533-8faa-28295c38f156","subscriber_uuid":"54432700-a803-4223-8ebc-3ea87d57ebe2","created_at":"2026-01-31T12:00:00Z","description":"some description"}}"#;

const ROUNDS: usize = 61;
/// Calls of each task in a round.
const CALLS: usize = 200;
const TASKS: [usize; 2] = [1, 8];

type Failure = Box<dyn Error + Send + Sync>;

/// Hand-written type of the request body.
#[derive(Serialize)]
struct NewEvent {
    value: u32,
}

/// Hand-written type of the response body.
#[derive(Deserialize)]
#[expect(dead_code, reason = "it is read to be compared with")]
struct Event {
    value: f64,
    campaign_uuid: String,
    subscriber_uuid: String,
    created_at: String,
    description: Option<String>,
}

#[derive(Deserialize)]
struct Created {
    event: Event,
}

/// The two compared clients.
struct Clients {
    address: SocketAddr,
    client: Client,
    bare: reqwest::Client,
}

fn main() -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let clients = clients(serve()?)?;
    let mut arguments = std::env::args().skip(1).filter(|one| one != "--bench");
    if let (Some(side), Some(calls)) = (arguments.next(), arguments.next()) {
        let calls = calls.parse()?;
        return runtime.block_on(clients.round(side == "client", 1, calls)).map(drop);
    }
    println!("  at once        calls/s   bare  client  ratio");
    for tasks in TASKS {
        // The first round of each opens the connections.
        let (mut by_hand, mut by_client) = (Vec::new(), Vec::new());
        for round in 0..=ROUNDS {
            // Alternate which of them is first.
            for of_client in [round % 2 == 0, round % 2 == 1] {
                let rate = runtime.block_on(clients.round(of_client, tasks, CALLS))?;
                let rates = if of_client { &mut by_client } else { &mut by_hand };
                rates.extend((round > 0).then_some(rate));
            }
        }
        let best = |rates: &[f64]| rates.iter().copied().fold(0.0, f64::max);
        show(tasks, "medians", median(&by_hand), median(&by_client));
        show(tasks, "best", best(&by_hand), best(&by_client));
        let ratios: Vec<_> = by_client.iter().zip(&by_hand).map(|(a, b)| a / b).collect();
        println!("{tasks:>9}  {:>13}  {:>20.2}", "of each round", median(&ratios));
    }
    Ok(())
}

fn show(tasks: usize, what: &str, bare: f64, client: f64) {
    let ratio = client / bare;
    println!("{tasks:>9}  {what:>13}  {bare:>5.0}  {client:>6.0}  {ratio:>5.2}");
}

/// Both with the same settings: no proxies, no redirects, a time limit, and the same headers for every request.
fn clients(address: SocketAddr) -> Result<Clients, Failure> {
    // The first transport installs the cryptography provider of the process.
    ReqwestTransport::new()?;
    let builder = || {
        let builder = reqwest::Client::builder().no_proxy();
        builder.redirect(reqwest::redirect::Policy::none())
    };
    let client = Client::builder(format!("http://{address}"))
        .key(KEY)
        .transport(ReqwestTransport::with_client(builder().build()?))
        .build()?;
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    let key = HeaderName::from_static("x-api-key");
    headers.insert(key, HeaderValue::from_static(KEY));
    let bare = builder()
        .timeout(ClientBuilder::TIMEOUT)
        .user_agent("bare/0.1.0")
        .default_headers(headers)
        .build()?;
    Ok(Clients { address, client, bare })
}

async fn by_client_once(client: Client) -> Result<(), Failure> {
    let campaign = CampaignUuid::from(CAMPAIGN);
    let answer = client.create_event(CreateEventRequest::new(campaign, SUBSCRIBER, 12)).await?;
    std::hint::black_box(&answer.event);
    Ok(())
}

async fn by_hand_once(client: reqwest::Client, address: SocketAddr) -> Result<(), Failure> {
    let url = format!("http://{address}/v1/campaigns/{CAMPAIGN}/subscribers/{SUBSCRIBER}/events");
    let answer = client
        .post(url)
        .header(CONTENT_TYPE, "application/json")
        .body(serde_json::to_vec(&NewEvent { value: 12 })?)
        .send()
        .await?
        .error_for_status()?;
    let created: Created = serde_json::from_slice(&answer.bytes().await?)?;
    std::hint::black_box(&created.event);
    Ok(())
}

impl Clients {
    /// Calls per second of `tasks` concurrent tasks, each calling in sequence.
    async fn round(&self, of_client: bool, tasks: usize, calls: usize) -> Result<f64, Failure> {
        if of_client {
            round(tasks, calls, || by_client_once(self.client.clone())).await
        } else {
            round(tasks, calls, || by_hand_once(self.bare.clone(), self.address)).await
        }
    }
}

async fn round<C>(tasks: usize, calls: usize, call: impl Fn() -> C) -> Result<f64, Failure>
where
    C: Future<Output = Result<(), Failure>> + Send + 'static,
{
    let start = Instant::now();
    let mut running = JoinSet::new();
    let mut left = tasks * calls;
    while left > 0 || !running.is_empty() {
        while left > 0 && running.len() < tasks {
            running.spawn(call());
            left -= 1;
        }
        if let Some(done) = running.join_next().await {
            done??;
        }
    }
    Ok((tasks * calls) as f64 / start.elapsed().as_secs_f64())
}

fn median(all: &[f64]) -> f64 {
    let mut all = all.to_vec();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
}

/// A server on a separate thread, for the lifetime of the program.
fn serve() -> Result<SocketAddr, Failure> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    std::thread::spawn(move || {
        runtime.block_on(async move {
            let listener = TcpListener::from_std(listener)?;
            loop {
                let (stream, _) = listener.accept().await?;
                stream.set_nodelay(true)?;
                tokio::spawn(answer(stream));
            }
            #[expect(unreachable_code, reason = "it gives the block its type")]
            Ok::<(), std::io::Error>(())
        })
    });
    Ok(address)
}

/// Answers every request of a connection alike. A request ends with the closing brace of its body.
async fn answer(mut stream: TcpStream) -> std::io::Result<()> {
    let length = ANSWER.len();
    let response = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{ANSWER}"
    );
    let mut heard = [0; 4096];
    loop {
        let mut last = 0;
        while last != b'}' {
            match stream.read(&mut heard).await? {
                0 => return Ok(()),
                read => last = heard[read - 1],
            }
        }
        stream.write_all(response.as_bytes()).await?;
    }
}
