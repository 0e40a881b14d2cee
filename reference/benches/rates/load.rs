//! Sends requests over keep-alive connections as fast as they are answered.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::Result;
use crate::connection::{CONNECTIONS, Connection};

/// The request to repeat.
pub struct Load {
    /// The request up to its body.
    head: String,
    /// For creations: prefix of the addresses, and their number so far.
    create: Option<(&'static str, Arc<AtomicU64>)>,
}

impl Load {
    /// A `GET` of this target.
    pub fn get(key: &str, target: &str) -> Load {
        let head = format!("GET {target} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: {key}\r\n");
        Load { head, create: None }
    }

    /// A `POST` to this target that creates a new subscriber each time.
    pub fn create(key: &str, target: &str, prefix: &'static str) -> Load {
        let head = format!(
            "POST {target} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: {key}\r\n\
             Content-Type: application/json\r\n"
        );
        Load { head, create: Some((prefix, Arc::default())) }
    }

    fn request(&self) -> String {
        let head = &self.head;
        let Some((prefix, count)) = &self.create else {
            return format!("{head}\r\n");
        };
        let number = count.fetch_add(1, Ordering::Relaxed);
        let body = format!(r#"{{"email":"{prefix}-{number}@example.com","name":"Ada Baker"}}"#);
        format!("{head}Content-Length: {}\r\n\r\n{body}", body.len())
    }
}

/// Answered requests per second.
pub async fn measure(address: &str, load: &Load, time: Duration) -> Result<f64> {
    // A tenth of the time to warm up.
    run(address, load, time / 10).await?;
    let start = Instant::now();
    let answered = run(address, load, time).await?;
    Ok(answered as f64 / start.elapsed().as_secs_f64())
}

/// Sends this number of requests one after the other.
pub async fn send(address: &str, load: &Load, count: usize) -> Result<()> {
    let mut connection = Connection::open(address).await?;
    for _ in 0..count {
        connection.ask(&load.request()).await?;
    }
    Ok(())
}

/// The body of an answer.
pub async fn body(address: &str, load: &Load) -> Result<Vec<u8>> {
    let mut connection = Connection::open(address).await?;
    connection.ask(&load.request()).await
}

async fn run(address: &str, load: &Load, time: Duration) -> Result<u64> {
    let mut connections = tokio::task::JoinSet::new();
    let end = Instant::now() + time;
    for _ in 0..CONNECTIONS {
        let mut connection = Connection::open(address).await?;
        let load = Load { head: load.head.clone(), create: load.create.clone() };
        connections.spawn(async move {
            let mut answered = 0;
            while Instant::now() < end {
                connection.ask(&load.request()).await?;
                answered += 1;
            }
            Result::Ok(answered)
        });
    }
    let mut answered = 0;
    while let Some(one) = connections.join_next().await {
        answered += one??;
    }
    Ok(answered)
}
