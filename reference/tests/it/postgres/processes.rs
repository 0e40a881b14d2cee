//! Several processes on one database: all may start at once, and of many who want the same exactly
//! one gets it.

use std::path::Path;
use std::process::Command;

use reqwest::Client;
use tempfile::TempDir;

use crate::cli::{Service, program};
use crate::database::Database;
use crate::http::service::KEY;
use crate::postgres::cluster::Cluster;

/// The program in this folder, with this database.
fn on(database: &Database, folder: &Path) -> Command {
    let mut command = program(folder);
    command.env("REFERRAL_DATABASE", database.url());
    command
}

/// What the program says to these words; it must succeed.
fn told(database: &Database, folder: &Path, words: &[&str]) -> String {
    let done = on(database, folder).args(words).output().unwrap();
    let log = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{words:?}: {log}");
    String::from_utf8(done.stdout).unwrap()
}

/// Services that were all started at once.
fn started(number: usize, database: &Database, folder: &Path) -> Vec<Service> {
    std::thread::scope(|scope| {
        let start = || Service::of(on(database, folder));
        let starting: Vec<_> = (0..number).map(|_| scope.spawn(start)).collect();
        let started = starting.into_iter().map(|it| it.join().unwrap());
        started.collect()
    })
}

/// How many of many requests that are sent to all services at once get 201. All others must be
/// refused.
async fn how_many_win(services: &[Service], key: &str, path: &str, body: &'static str) -> usize {
    let client = Client::builder().no_proxy().build().unwrap();
    let requests: Vec<_> = (0..24)
        .map(|turn| {
            let address = &services[turn % services.len()].address;
            let request = client.post(format!("http://{address}{path}"));
            tokio::spawn(request.header(KEY, key).body(body).send())
        })
        .collect();
    let mut count = 0;
    for request in requests {
        let answer = request.await.unwrap().unwrap();
        let got = answer.status().as_u16();
        let text = answer.text().await.unwrap();
        if got == 201 {
            count += 1;
        } else {
            assert!([400, 409].contains(&got), "{path}: {got} {text}");
        }
    }
    count
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_start_at_once_and_of_many_writers_one_wins() {
    let Some(cluster) = Cluster::start() else {
        return;
    };
    // Another test may have been first.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (folder, database) = (
        TempDir::new().unwrap(),
        Database::schema_of(&cluster.url()).await,
    );
    let services = started(4, &database, folder.path());
    let shown = told(&database, folder.path(), &["seed", "demo"]);
    let mut words = shown.split_whitespace();
    let key = words.find(|it| it.starts_with("rk_")).unwrap();

    let campaign = "/v2/campaigns/MF00000000a1/campaign_memberships";
    let program = "/v2/partner_network/partner_programs/partner_program_00000000b021/join";
    for (path, body) in [
        ("/v2/subscribers", r#"{"email":"race@example.com"}"#),
        (campaign, r#"{"subscriber_uuid":"race@example.com"}"#),
        (program, r#"{"reason_for_recommending":"We read it."}"#),
    ] {
        let won = how_many_win(&services, key, path, body).await;
        assert_eq!(won, 1, "{path}");
    }

    // Nobody holds on to a key that was revoked.
    let listed = told(&database, folder.path(), &["key", "list"]);
    assert_eq!(listed.lines().count(), 3);
    for line in listed.lines() {
        let uuid = line.split(' ').next().unwrap();
        told(&database, folder.path(), &["key", "revoke", uuid]);
    }
    let client = Client::builder().no_proxy().build().unwrap();
    for service in &services {
        let request = client.get(format!("http://{}/v2/subscribers", service.address));
        let answer = request.header(KEY, key).send().await.unwrap();
        assert_eq!(answer.status(), 401);
    }
}
