//! Several processes on one database: all can start at once, and none caches rows of another.

use std::path::Path;
use std::process::Command;

use reqwest::Client;
use tempfile::TempDir;

use crate::cli::{Service, main_key, program};
use crate::database::Database;
use crate::http::service::KEY;
use crate::postgres::started_cluster;

/// The program in this folder with this database.
pub fn on(database: &Database, folder: &Path) -> Command {
    let mut command = program(folder);
    command.env("REFERRAL_DATABASE", database.url());
    command
}

/// The stdout of a command, which must succeed.
pub fn run_cli(database: &Database, folder: &Path, words: &[&str]) -> String {
    let done = on(database, folder).args(words).output().unwrap();
    let log = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{words:?}: {log}");
    String::from_utf8(done.stdout).unwrap()
}

/// Starts services at the same time.
pub fn started(number: usize, database: &Database, folder: &Path) -> Vec<Service> {
    std::thread::scope(|scope| {
        let start = || Service::of(on(database, folder));
        let starting: Vec<_> = (0..number).map(|_| scope.spawn(start)).collect();
        let started = starting.into_iter().map(|thread| thread.join().unwrap());
        started.collect()
    })
}

/// Seeds the demo data; returns the key of its main account.
pub fn seed_demo(database: &Database, folder: &Path) -> String {
    main_key(&run_cli(database, folder, &["seed", "demo"])).to_owned()
}

/// A client without a proxy.
pub fn http_client() -> Client {
    // Another test may have installed the provider.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder().no_proxy().build().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_starts_succeed_and_no_process_keeps_a_revoked_key() {
    let cluster = started_cluster!();
    let (folder, database) = (TempDir::new().unwrap(), Database::schema_of(&cluster.url()).await);
    let services = started(4, &database, folder.path());
    let key = seed_demo(&database, folder.path());

    // No process caches a revoked key.
    let listed = run_cli(&database, folder.path(), &["key", "list"]);
    // The line below the headings.
    assert_eq!(listed.lines().count(), 1 + 6);
    for line in listed.lines().skip(1) {
        let uuid = line.split(' ').next().unwrap();
        run_cli(&database, folder.path(), &["key", "revoke", uuid]);
    }
    let client = http_client();
    for service in &services {
        let request = client.get(format!("http://{}/v2/subscribers", service.address));
        let answer = request.header(KEY, &key).send().await.unwrap();
        assert_eq!(answer.status(), 401);
    }
}
