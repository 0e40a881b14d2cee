//! Latency, memory and errors of the service under a load that lasts.
//!
//! `cargo bench -p referral-reference --bench sustained [-- --minutes 5] [--postgres URL]`; the URL is that of an empty
//! database. Prints a row for each thirtieth of the time, and ratios of the last fifth to the second fifth; asserts
//! nothing.
//!
//! 32 keep-alive connections send one request at a time. Of ten requests four read a subscriber, two list 50, one each
//! updates a subscriber, creates one, adds a membership and removes it. The number of subscribers therefore grows by a
//! tenth of the requests from almost none, and neither memory nor latency should grow with it.

#[path = "rates/connection.rs"]
mod connection;
#[path = "rates/server.rs"]
mod server;

use std::error::Error;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::connection::{CONNECTIONS, Connection};
use crate::server::Server;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

const INTERVALS: u32 = 30;

const MEMBERSHIPS: &str = "/v2/campaigns/MF00000000a1/campaign_memberships";

/// What happened in an interval.
#[derive(Default)]
struct Seen {
    /// In milliseconds.
    latencies: Vec<f64>,
    /// Responses other than 2xx, and connections that ended.
    unexpected: Vec<String>,
}

type Shared = Arc<Mutex<Seen>>;

/// The figures of an interval.
struct Row {
    p99: f64,
    /// Resident memory of the server in MB, at the end.
    memory: f64,
    unexpected: usize,
}

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let after = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let minutes: f64 = after("--minutes").map_or(Ok(5.0), |number| number.parse())?;
    let interval = Duration::from_secs_f64(minutes * 60.0) / INTERVALS;
    let folder = tempfile::tempdir()?;
    let sqlite = format!("sqlite://{}", folder.path().join("sustained.db").display());
    for (engine, url) in [("SQLite", Some(sqlite)), ("PostgreSQL", after("--postgres"))] {
        if let Some(url) = url {
            println!("{engine}");
            measure(&url, interval).await?;
        }
    }
    Ok(())
}

async fn measure(url: &str, interval: Duration) -> Result<()> {
    let key = server::seed(url)?;
    let server = Server::reference(url)?;
    let seen = Shared::default();
    let mut connections = tokio::task::JoinSet::new();
    for number in 0..CONNECTIONS {
        let connection = Connection::open(&server.address).await?;
        let sender = Sender { connection, address: server.address.clone(), seen: seen.clone() };
        connections.spawn(send(sender, key.clone(), number));
    }
    let mut rows = Vec::new();
    println!("| s | requests/s | p50, ms | p99, ms | memory, MB | unexpected |");
    println!("| ---: | ---: | ---: | ---: | ---: | ---: |");
    let start = Instant::now();
    for _ in 0..INTERVALS {
        let began = Instant::now();
        tokio::select! {
            () = tokio::time::sleep(interval) => {}
            Some(ended) = connections.join_next() => ended??,
        }
        let time = began.elapsed().as_secs_f64();
        let mut seen = std::mem::take(&mut *lock(&seen));
        seen.latencies.sort_by(f64::total_cmp);
        let count = seen.latencies.len();
        let at = |share: f64| seen.latencies.get((count as f64 * share) as usize).copied();
        let [p50, p99] = [0.5, 0.99].map(|share| at(share).unwrap_or(f64::NAN));
        let row =
            Row { p99, memory: memory(server.process.id())?, unexpected: seen.unexpected.len() };
        println!(
            "| {:.0} | {:.0} | {p50:.2} | {p99:.2} | {:.1} | {} |",
            start.elapsed().as_secs_f64(),
            count as f64 / time,
            row.memory,
            row.unexpected,
        );
        seen.unexpected.first().inspect(|first| eprintln!("{first}"));
        rows.push(row);
    }
    print_ratios(&rows);
    Ok(())
}

fn print_ratios(rows: &[Row]) {
    let fifth = rows.len() / 5;
    let ratio = |of: fn(&Row) -> f64| {
        let median = |rows: &[Row]| {
            let mut values: Vec<f64> = rows.iter().map(of).collect();
            values.sort_by(f64::total_cmp);
            values[values.len() / 2]
        };
        median(&rows[rows.len() - fifth..]) / median(&rows[fifth..2 * fifth])
    };
    let unexpected: usize = rows.iter().map(|row| row.unexpected).sum();
    println!("memory, last fifth to second: {:.2}", ratio(|row| row.memory));
    println!("p99, last fifth to second: {:.2}", ratio(|row| row.p99));
    println!("unexpected responses: {unexpected}");
}

/// A connection that records how it is answered.
struct Sender {
    connection: Connection,
    address: String,
    seen: Shared,
}

impl Sender {
    /// The body of the answer, if it was a success.
    async fn ask(&mut self, request: &str) -> Result<Option<Vec<u8>>> {
        let start = Instant::now();
        let answer = self.connection.ask(request).await;
        let latency = start.elapsed().as_secs_f64() * 1000.0;
        if answer.is_err() {
            self.connection = Connection::open(&self.address).await?;
        }
        let mut seen = lock(&self.seen);
        seen.latencies.push(latency);
        Ok(answer.map_err(|error| seen.unexpected.push(error.to_string())).ok())
    }
}

/// Sends requests until it is dropped. Each connection changes the first subscriber that it created, and reads all.
async fn send(mut sender: Sender, key: String, connection: usize) -> Result<()> {
    let email = |number: usize| format!("s-{connection}-{number}@example.com");
    let target = |number| format!("/v2/subscribers/{}", email(number).replace('@', "%40"));
    let list = request(&key, "GET /v2/subscribers?per_page=50", "");
    let add = format!(r#"{{"subscriber_uuid":"{}"}}"#, email(0));
    let add = request(&key, &format!("POST {MEMBERSHIPS}"), &add);
    for round in 0.. {
        let create = format!(r#"{{"email":"{}","name":"Ada Baker"}}"#, email(round));
        sender.ask(&request(&key, "POST /v2/subscribers", &create)).await?;
        for step in 0..4 {
            let number = (round * 31 + step * 7) % (round + 1);
            sender.ask(&request(&key, &format!("GET {}", target(number)), "")).await?;
        }
        sender.ask(&list).await?;
        let update = format!(r#"{{"name":"Ada {round}"}}"#);
        sender.ask(&request(&key, &format!("PUT {}", target(0)), &update)).await?;
        sender.ask(&list).await?;
        if let Some(added) = sender.ask(&add).await? {
            let added: serde_json::Value = serde_json::from_slice(&added)?;
            let uuid = added["campaign_membership"]["uuid"].as_str().ok_or("no membership")?;
            sender.ask(&request(&key, &format!("DELETE {MEMBERSHIPS}/{uuid}"), "")).await?;
        }
    }
    Ok(())
}

fn request(key: &str, line: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "{line} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: {key}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
}

/// Resident memory of a process in MB.
fn memory(process: u32) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("no VmRSS")?;
    let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kilobytes / 1024.0)
}

fn lock(seen: &Shared) -> MutexGuard<'_, Seen> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}
