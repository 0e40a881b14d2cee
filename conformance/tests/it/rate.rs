//! `--rate` on real sockets. Only the minimum duration is checked, since a busy machine makes a run longer.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use axum::extract::Request;
use axum::middleware::map_request;

use crate::command_line::{app_of, program, serve_app, stderr};
use crate::library::{Broken, Library};

const RATE: u32 = 10;

#[tokio::test(flavor = "multi_thread")]
async fn run_duration_follows_the_rate_limit() {
    let sent = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&sent);
    let count = move |request: Request| {
        counted.fetch_add(1, Ordering::SeqCst);
        std::future::ready(request)
    };
    let library = Arc::new(Library::new(Broken::Nothing));
    let port = serve_app(app_of(library).layer(map_request(count))).await;
    let folder = tempfile::tempdir().unwrap();
    let mut run = program(folder.path());
    run.args(["run", "--base-url", &format!("http://127.0.0.1:{port}")]);
    run.args(["--level", "own", "--only", "books/update_book/*"]);
    run.args(["--rate", &RATE.to_string(), "--jobs", "16"]);
    run.env("LIBRARY_API_KEY", "card-main");
    let start = Instant::now();
    let output = run.output().unwrap();
    let took = start.elapsed();
    let sent = sent.load(Ordering::SeqCst);
    assert!(sent > 20, "{sent} requests:\n{}", stderr(&output));
    let least = Duration::from_secs(1) / RATE * (sent - 1);
    assert!(took >= least, "{sent} requests in {took:?}");
}
