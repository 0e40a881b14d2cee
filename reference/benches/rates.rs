//! Requests per second of the service, compared with two servers that do less.
//!
//! `cargo bench -p referral-reference --bench rates [-- --postgres URL] [--quick] [--only create]`; the URL is that
//! of an empty database. Prints medians, maxima and ratios; asserts nothing.
//!
//! - *memory*: axum answers the same bytes from memory.
//! - *bare*: a handler runs the one query (or, to create, the one transaction) with the same driver on the same
//!   database, without key, limits or logs: rusqlite on the task, with one writer at a time that commits before the
//!   next; sqlx for PostgreSQL.
//!
//! Each server is a process. The load is 32 keep-alive connections with one request at a time. The servers are
//! measured in alternation.

#[path = "rates/bare.rs"]
mod bare;
#[path = "rates/connection.rs"]
mod connection;
#[path = "rates/load.rs"]
mod load;
#[path = "rates/server.rs"]
mod server;

use std::error::Error;
use std::time::Duration;

use crate::load::{Load, measure};
use crate::server::Server;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// Number of subscribers before the first creation.
const SUBSCRIBERS: usize = 1000;

/// A request to measure and the servers to send it to.
struct Row {
    engine: &'static str,
    what: &'static str,
    who: &'static str,
    address: String,
    load: Load,
    rates: Vec<f64>,
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let after = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let runtime = tokio::runtime::Runtime::new()?;
    if let Some(url) = after("--bare") {
        return runtime.block_on(bare::serve(&url));
    }
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let (rounds, each) = if quick { (3, 300) } else { (9, 1000) };

    let folder = tempfile::tempdir()?;
    let sqlite = format!("sqlite://{}", folder.path().join("rates.db").display());
    let mut rows = Vec::new();
    let mut servers = Vec::new();
    let databases = [("SQLite", Some(sqlite)), ("PostgreSQL", after("--postgres"))];
    for (engine, url) in databases {
        if let Some(url) = url {
            runtime.block_on(prepare(engine, &url, &mut servers, &mut rows))?;
        }
    }
    if let Some(only) = after("--only") {
        rows.retain(|row| row.what == only);
    }
    for _ in 0..rounds {
        for row in &mut rows {
            let rate = measure(&row.address, &row.load, Duration::from_millis(each));
            row.rates.push(runtime.block_on(rate)?);
        }
    }
    print(&mut rows);
    Ok(())
}

/// Starts the servers for an engine, fills the database and lists the requests to measure.
async fn prepare(
    engine: &'static str,
    url: &str,
    servers: &mut Vec<Server>,
    rows: &mut Vec<Row>,
) -> Result<()> {
    let key = server::seed(url)?;
    let reference = Server::reference(url)?;
    let fill = Load::create(&key, "/v2/subscribers", "fill");
    load::send(&reference.address, &fill, SUBSCRIBERS).await?;

    let get = Load::get(&key, "/v2/subscribers/fill-7%40example.com");
    let list = Load::get(&key, "/v2/subscribers?per_page=50");
    let got = load::body(&reference.address, &get).await?;
    let listed = load::body(&reference.address, &list).await?;
    let created =
        load::body(&reference.address, &Load::create(&key, "/v2/subscribers", "one")).await?;
    let bodies = tempfile::tempdir()?;
    for (name, body) in [("get", &got), ("list", &listed), ("create", &created)] {
        std::fs::write(bodies.path().join(name), body)?;
    }
    let bare = bare::start(url, bodies.path())?;
    for (what, load, of_bare, of_memory) in [
        ("get", get, Load::get(&key, "/get/fill-7%40example.com"), Load::get(&key, "/memory/get")),
        ("list of 50", list, Load::get(&key, "/list"), Load::get(&key, "/memory/list")),
        (
            "create",
            Load::create(&key, "/v2/subscribers", "ours"),
            Load::create(&key, "/create", "bare"),
            Load::create(&key, "/memory/create", "memory"),
        ),
    ] {
        let mut row = |who, server: &Server, load| {
            rows.push(Row {
                engine,
                what,
                who,
                address: server.address.clone(),
                load,
                rates: Vec::new(),
            });
        };
        row("memory", &bare, of_memory);
        row("bare", &bare, of_bare);
        row("reference", &reference, load);
    }
    servers.extend([reference, bare]);
    Ok(())
}

fn print(rows: &mut [Row]) {
    println!("| engine | request | server | median/s | best/s | to memory | to bare |");
    println!("| --- | --- | --- | ---: | ---: | ---: | ---: |");
    for three in rows.chunks_mut(3) {
        for row in three.iter_mut() {
            row.rates.sort_by(f64::total_cmp);
        }
        let median = |row: &Row| row.rates[row.rates.len() / 2];
        let [memory, bare] = [median(&three[0]), median(&three[1])];
        for row in three.iter() {
            let (middle, best) = (median(row), row.rates.last().copied().unwrap_or_default());
            println!(
                "| {} | {} | {} | {middle:.0} | {best:.0} | {:.2} | {:.2} |",
                row.engine,
                row.what,
                row.who,
                middle / memory,
                middle / bare
            );
        }
    }
}
