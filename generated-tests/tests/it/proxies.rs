//! The default transport uses the proxies of the environment; the transports of these tests do not.

use std::process::Command;

use referral_client::{Client, Retries};

use crate::server::{Server, json, read};

/// An unresolvable host name: only a proxy can answer for it.
const NOWHERE: &str = "http://nowhere.invalid";

/// Runs a test by name in a process with this proxy in its environment.
fn run_behind(proxy: &str, test: &str) -> bool {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--quiet"]);
    for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    {
        command.env_remove(name);
    }
    for name in ["no_proxy", "NO_PROXY", "REQUEST_METHOD"] {
        command.env_remove(name);
    }
    let output = command.env("http_proxy", proxy).output().unwrap();
    output.status.success()
}

#[test]
fn the_default_transport_goes_through_the_proxy_of_the_environment() {
    let proxy = Server::start_on_thread(vec![json(200, r#"{"by":"proxy"}"#)]);
    assert!(run_behind(&proxy.url, "proxies::sends_to_an_unresolvable_host"));
    let seen = proxy.requests();
    assert!(seen[0].starts_with("GET http://nowhere.invalid/v2/subscribers/"), "{seen:?}");
}

#[test]
fn test_clients_bypass_the_proxy() {
    let proxy = Server::start_on_thread(vec![json(500, "{}")]);
    assert!(run_behind(&proxy.url, "proxies::sends_to_its_own_server"));
    assert_eq!(proxy.requests(), [""; 0]);
}

#[tokio::test]
#[ignore = "run by another test, with an environment of its own"]
async fn sends_to_an_unresolvable_host() {
    let client = Client::builder(NOWHERE).retries(Retries::never()).build().unwrap();
    let answer = client.get_subscriber(read()).await.unwrap();
    assert_eq!(answer.text(), Some(r#"{"by":"proxy"}"#));
}

#[tokio::test]
#[ignore = "run by another test, with an environment of its own"]
async fn sends_to_its_own_server() {
    let server = Server::start(vec![json(200, "{}")]).await;
    server.client().get_subscriber(read()).await.unwrap();
}
