//! Time from the start of the server until it is ready and until its first answer, compared with a process that does
//! nothing.
//!
//! `cargo bench -p referral-reference --bench startup`. Prints medians and ratios; asserts nothing.

#[path = "rates/server.rs"]
#[expect(dead_code, reason = "the other measurements use more of it")]
mod server;

use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::server::{REFERENCE, Server};

const ROUNDS: usize = 30;

/// Size of the log of a killed server, in bytes: about the largest before a checkpoint.
const LOG: u64 = 32 << 20;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;
type Measured = Result<Duration>;

fn main() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let existing = format!("sqlite://{}", folder.path().join("existing.db").display());
    served(&existing, |_| Ok(()))?;

    let killed = killed(folder.path())?;

    let nothing = median(|_| nothing())?;
    let rows = [
        ("start and end (`--version`), the baseline", nothing),
        ("ready on an existing database", median(|_| served(&existing, |_| Ok(())))?),
        ("first answer on an existing database", median(|_| served(&existing, first_answer))?),
        ("ready after a kill, 32 MB of log left behind", median(|_| served(&killed, |_| Ok(())))?),
        (
            "ready on a new database",
            median(|round| {
                let new = folder.path().join(format!("new-{round}.db"));
                served(&format!("sqlite://{}", new.display()), |_| Ok(()))
            })?,
        ),
    ];
    println!("{:<44} {:>10} {:>8}", format!("median of {ROUNDS}"), "ms", "ratio");
    for (what, time) in rows {
        let ratio = time.as_secs_f64() / nothing.as_secs_f64();
        println!("{what:<44} {:>10.2} {ratio:>8.1}", time.as_secs_f64() * 1000.0);
    }
    Ok(())
}

fn median(mut measure: impl FnMut(usize) -> Measured) -> Measured {
    let mut times = Vec::new();
    for round in 0..ROUNDS {
        times.push(measure(round)?);
    }
    times.sort();
    Ok(times[ROUNDS / 2])
}

/// The database of a killed server, whose log was not copied into the file.
fn killed(folder: &Path) -> Result<String> {
    let [used, left] = ["used.db", "killed.db"].map(|name| folder.join(name));
    served(&format!("sqlite://{}", used.display()), |_| Ok(()))?;
    let connection = rusqlite::Connection::open(&used)?;
    connection.execute_batch("PRAGMA wal_autocheckpoint = 0")?;
    let log_of = |file: &Path| file.with_extension("db-wal");
    while log_of(&used).metadata()?.len() < LOG {
        let some = "INSERT INTO accounts (uuid, name)
            WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 20)
            SELECT hex(randomblob(8)), 'One' FROM numbers";
        connection.execute_batch(some)?;
    }
    // Closing a connection would copy the log into the file.
    std::fs::copy(&used, &left)?;
    std::fs::copy(log_of(&used), log_of(&left))?;
    Ok(format!("sqlite://{}", left.display()))
}

fn nothing() -> Measured {
    let start = Instant::now();
    Command::new(REFERENCE).arg("--version").stdout(Stdio::null()).status()?;
    Ok(start.elapsed())
}

/// Time from the start of the server to the end of `then`, which gets its address.
fn served(database: &str, then: impl Fn(&str) -> Result<()>) -> Measured {
    let start = Instant::now();
    let server = Server::reference(database)?;
    then(&server.address)?;
    Ok(start.elapsed())
}

fn first_answer(address: &str) -> Result<()> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(
        b"GET /v2/subscribers HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    if answer.starts_with("HTTP/1.1 401") { Ok(()) } else { Err(answer.into()) }
}
