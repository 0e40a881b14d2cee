//! What a call of the generated client costs beside the same exchange by the HTTP client under it, against a server on
//! loopback that answers at once. Prints medians of rounds taken in turns; asserts nothing but that every call succeeds.

use std::error::Error;
use std::net::SocketAddr;
use std::time::Instant;

use referral_client::models::{CampaignUuid, CreateEventRequest};
use referral_client::{Client, ReqwestTransport};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

const KEY: &str = "a-key-of-nobody";
const CAMPAIGN: &str = "841abdc5-0b9e-4533-8faa-28295c38f156";
const SUBSCRIBER: &str = "54432700-a803-4223-8ebc-3ea87d57ebe2";
const ANSWER: &str = r#"{"event":{"value":12.5,"campaign_uuid":"841abdc5-0b9e-4533-8faa-28295c38f156","subscriber_uuid":"54432700-a803-4223-8ebc-3ea87d57ebe2","created_at":"2026-01-31T12:00:00Z","description":"some description"}}"#;

const ROUNDS: usize = 15;
/// Calls of each task in a round.
const CALLS: usize = 1000;
const TASKS: [usize; 2] = [1, 8];

type Failure = Box<dyn Error + Send + Sync>;

/// What is sent, as somebody would write it by hand.
#[derive(Serialize)]
struct NewEvent {
    value: u32,
}

/// What comes back, as somebody would write it by hand.
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

fn main() -> Result<(), Failure> {
    let address = serve()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    // The first transport chooses the cryptography of the process.
    let transport = ReqwestTransport::new()?;
    let client = Client::builder(format!("http://{address}"))
        .key(KEY)
        .transport(transport)
        .build()?;
    let bare = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(std::time::Duration::from_secs(30))
        .build()?;
    println!("  at once  bare, calls/s  client, calls/s  ratio");
    for tasks in TASKS {
        let (mut by_hand, mut by_client) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let call = || by_hand_once(bare.clone(), address);
            by_hand.push(runtime.block_on(round(tasks, call))?);
            let call = || by_client_once(client.clone());
            by_client.push(runtime.block_on(round(tasks, call))?);
        }
        let (by_hand, by_client) = (median(by_hand), median(by_client));
        let ratio = by_client / by_hand;
        println!("{tasks:>9}  {by_hand:>13.0}  {by_client:>15.0}  {ratio:>5.2}");
    }
    Ok(())
}

async fn by_client_once(client: Client) -> Result<(), Failure> {
    let campaign = CampaignUuid::from(CAMPAIGN);
    let answer = client
        .create_event(CreateEventRequest::new(campaign, SUBSCRIBER, 12))
        .await?;
    std::hint::black_box(&answer.event);
    Ok(())
}

async fn by_hand_once(client: reqwest::Client, address: SocketAddr) -> Result<(), Failure> {
    let url = format!("http://{address}/v1/campaigns/{CAMPAIGN}/subscribers/{SUBSCRIBER}/events");
    let answer = client
        .post(url)
        .header("x-api-key", KEY)
        .header("content-type", "application/json")
        .body(serde_json::to_vec(&NewEvent { value: 12 })?)
        .send()
        .await?
        .error_for_status()?;
    let created: Created = serde_json::from_slice(&answer.bytes().await?)?;
    std::hint::black_box(&created.event);
    Ok(())
}

/// Calls a second, with so many tasks that call one after the other.
async fn round<C>(tasks: usize, call: impl Fn() -> C) -> Result<f64, Failure>
where
    C: Future<Output = Result<(), Failure>> + Send + 'static,
{
    let start = Instant::now();
    let mut running = JoinSet::new();
    let mut left = tasks * CALLS;
    while left > 0 || !running.is_empty() {
        while left > 0 && running.len() < tasks {
            running.spawn(call());
            left -= 1;
        }
        if let Some(done) = running.join_next().await {
            done??;
        }
    }
    Ok((tasks * CALLS) as f64 / start.elapsed().as_secs_f64())
}

fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
}

/// A server on a thread of its own, for as long as the program runs.
fn serve() -> Result<SocketAddr, Failure> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
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

/// Answers every request of a connection alike. A request is over with the brace that closes its body.
async fn answer(mut stream: TcpStream) -> std::io::Result<()> {
    let length = ANSWER.len();
    let said = format!(
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
        stream.write_all(said.as_bytes()).await?;
    }
}
