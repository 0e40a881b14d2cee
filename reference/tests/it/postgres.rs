//! All tests again on PostgreSQL, and tests of several processes.
//!
//! The tests start servers of their own and remove them. Without an installed PostgreSQL they print a message and
//! pass; if `CI` is set in the environment, they fail.

pub mod cluster;
mod commit;
mod failover;
mod failures;
mod interruptions;
mod load;
mod proxy;
mod reads;
mod tls;
mod versions;

use std::process::Command;
use std::sync::{Arc, Mutex, Weak};

use crate::database::SERVER;
use crate::postgres::cluster::Cluster;

/// A new server. The test ends here if PostgreSQL is not installed.
macro_rules! started_cluster {
    () => {{
        let Some(cluster) = $crate::postgres::cluster::Cluster::start() else {
            return;
        };
        cluster
    }};
}
use started_cluster;

/// A server for tests that use schemas of their own and neither stop nor configure it. It stops when the last one of
/// them that runs has ended.
pub fn shared_cluster() -> Option<Arc<Cluster>> {
    static SHARED: Mutex<Weak<Cluster>> = Mutex::new(Weak::new());
    // A test that fails to start a server does not spoil the others.
    let mut shared = SHARED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let cluster = shared.upgrade().or_else(|| Cluster::start().map(Arc::new))?;
    *shared = Arc::downgrade(&cluster);
    Some(cluster)
}

/// Runs this test binary again with the server's URL.
#[test]
fn all_tests_pass_on_postgres() {
    if std::env::var_os(SERVER).is_some() {
        return;
    }
    let cluster = started_cluster!();
    let mut tests = Command::new(std::env::current_exe().unwrap());
    // These tests start a database of their own.
    for own in ["postgres::", "cli::", "sqlite::", "races::"] {
        tests.args(["--skip", own]);
    }
    // The tests wait for the server more than for the processor.
    tests.args(["--test-threads", "8"]);
    let done = tests.env(SERVER, cluster.url()).output().unwrap();
    let output = String::from_utf8_lossy(&done.stdout);
    let failures = output.find("failures:").map_or(&*output, |at| &output[at..]);
    assert!(done.status.success(), "{failures}");
    let passed = output.lines().filter(|line| line.ends_with(" ... ok")).count();
    assert!(passed > 120, "{passed} tests were run\n{output}");
}
