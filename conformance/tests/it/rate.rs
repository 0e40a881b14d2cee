//! `--rate` on real sockets. Only the minimum duration is checked, since a busy machine makes a run longer.

use std::time::{Duration, Instant};

use crate::library::{Broken, Library};
use crate::program::{Folder, stderr};
use crate::server::serve_library;

const RATE: u32 = 10;

#[test]
fn run_duration_follows_the_rate_limit() {
    let (folder, server) = (Folder::new(), serve_library(Library::new(Broken::Nothing)));
    let flags = ["--level", "own", "--only", "books/update_book/*", "--jobs", "16", "--rate"];
    let start = Instant::now();
    let output = folder.run(&server.base_url(), &[&flags[..], &[&RATE.to_string()]].concat());
    let took = start.elapsed();
    let sent = u32::try_from(server.request_count()).unwrap();
    assert!(sent > 20, "{sent} requests:\n{}", stderr(&output));
    let least = Duration::from_secs(1) / RATE * (sent - 1);
    assert!(took >= least, "{sent} requests in {took:?}");
}
