//! PostgreSQL: all that holds on SQLite holds there too, and what only several processes can show.
//!
//! The tests start a server of their own and leave nothing behind. Where PostgreSQL is not installed
//! they say so and pass; with `CI` set in the environment they fail.

pub mod cluster;
mod commit;
mod failures;
mod plans;
pub mod processes;
mod proxy;
mod reads;
mod tls;

use std::process::Command;

use crate::database::SERVER;
use crate::postgres::cluster::Cluster;

/// Runs this very program once more, told to use the server.
#[test]
fn all_tests_pass_on_postgres() {
    if std::env::var_os(SERVER).is_some() {
        return;
    }
    let Some(cluster) = Cluster::start() else {
        return;
    };
    let mut tests = Command::new(std::env::current_exe().unwrap());
    // These bring their own database.
    for own in ["postgres::", "cli::", "sqlite::", "races::"] {
        tests.args(["--skip", own]);
    }
    // They wait for the server more than for the processor.
    tests.args(["--test-threads", "8"]);
    let done = tests.env(SERVER, cluster.url()).output().unwrap();
    let output = String::from_utf8_lossy(&done.stdout);
    let failures = output
        .find("failures:")
        .map_or(&*output, |at| &output[at..]);
    assert!(done.status.success(), "{failures}");
    let passed = output
        .lines()
        .filter(|line| line.ends_with(" ... ok"))
        .count();
    assert!(passed > 200, "{passed} tests were run\n{output}");
}
