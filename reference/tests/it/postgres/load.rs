//! Concurrent writers, whose acknowledged writes must last.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use reqwest::Method;

use crate::database::Database;
use crate::http::service::{Seen, TestServer};

/// Number of concurrent writers.
const WRITERS: usize = 16;

/// A generous time until a write succeeds again; only a failing test waits for it.
const RECOVERY: Duration = Duration::from_secs(60);

/// What the writers saw.
#[derive(Default)]
pub struct Load {
    number: AtomicUsize,
    acknowledged: BTreeSet<String>,
    answers: Arc<Answers>,
}

/// Numbers of answers so far. An event in the midst of the load waits for them, not for a time.
#[derive(Default)]
pub struct Answers {
    acknowledged: AtomicUsize,
    unavailable: AtomicUsize,
}

impl Answers {
    /// Waits until another write is acknowledged.
    pub async fn acknowledged(&self) {
        Self::more(&self.acknowledged).await;
    }

    /// Waits until another write is refused.
    pub async fn unavailable(&self) {
        Self::more(&self.unavailable).await;
    }

    /// Whether no write was refused.
    pub fn is_available(&self) -> bool {
        self.unavailable.load(Ordering::Relaxed) == 0
    }

    async fn more(count: &AtomicUsize) {
        let (start, before) = (Instant::now(), count.load(Ordering::Relaxed));
        while count.load(Ordering::Relaxed) == before {
            assert!(start.elapsed() < RECOVERY, "no such answer");
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

impl Load {
    /// The numbers of answers.
    pub fn answers(&self) -> Arc<Answers> {
        Arc::clone(&self.answers)
    }

    fn next_address(&self) -> String {
        format!("load{}@example.com", self.number.fetch_add(1, Ordering::Relaxed))
    }

    /// Writes until the event is over, with single statements and with transactions. Each answer is a success, or 503 in
    /// the envelope.
    pub async fn write_during(&mut self, service: &TestServer, event: impl Future<Output = ()>) {
        let (load, over) = (&*self, &AtomicBool::new(false));
        let writing = (0..WRITERS).map(|_| async move {
            let mut answers = Vec::new();
            while !over.load(Ordering::Relaxed) {
                let address = load.next_address();
                let answer = create(service, &address).await;
                match answer.status {
                    201 => load.answers.acknowledged.fetch_add(1, Ordering::Relaxed),
                    _ => load.answers.unavailable.fetch_add(1, Ordering::Relaxed),
                };
                answers.push((answer, address));
                change(service).await;
            }
            answers
        });
        let event = async {
            event.await;
            over.store(true, Ordering::Relaxed);
        };
        let (answers, ()) = tokio::join!(join_all(writing), event);
        for (answer, address) in answers.into_iter().flatten() {
            self.record(answer, address);
        }
    }

    /// Writes until an answer is 201, which must come within [`RECOVERY`].
    pub async fn assert_recovery(&mut self, service: &TestServer) {
        let start = Instant::now();
        let before = self.acknowledged.len();
        while self.acknowledged.len() == before {
            let address = self.next_address();
            let answer = create(service, &address).await;
            self.record(answer, address);
            assert!(start.elapsed() < RECOVERY, "no write succeeded");
        }
        println!("a write succeeded after {:?}", start.elapsed());
    }

    fn record(&mut self, answer: Seen, address: String) {
        match answer.status {
            201 => drop(self.acknowledged.insert(address)),
            503 => drop(answer.message()),
            _ => panic!("{answer:?}"),
        }
    }

    /// The database has all acknowledged writes.
    pub async fn assert_nothing_is_lost(&self, database: &Database) {
        let query = "SELECT email FROM subscribers WHERE email LIKE 'load%'";
        let rows: Vec<(String,)> = database.look(query).await.unwrap();
        let there: BTreeSet<_> = rows.into_iter().map(|(email,)| email).collect();
        assert!(!self.acknowledged.is_empty());
        let lost: Vec<_> = self.acknowledged.difference(&there).collect();
        assert_eq!(lost, Vec::<&String>::new());
    }
}

/// Changes a subscriber in a transaction.
async fn change(service: &TestServer) {
    let path = "/v2/subscribers/sub_00000000a004";
    let answer = service.ask(Method::PUT, path, r#"{"name":"Load"}"#).await;
    assert!([200, 503].contains(&answer.status), "{answer:?}");
}

async fn create(service: &TestServer, address: &str) -> Seen {
    let body = format!(r#"{{"email":"{address}"}}"#);
    service.ask(Method::POST, "/v2/subscribers", body).await
}
