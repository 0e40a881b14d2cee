//! Clients, responses, errors and futures are `Send`. The client without features also supports platforms without sockets and
//! threads.

use std::collections::BTreeSet;
use std::process::Command;

use referral_client::models::{
    CreateSubscriberError, CreateSubscriberRequest, ListPublicationsRequest, RawResponse,
};
use referral_client::{
    AnyError, BlockingClient, BlockingPages, BuildError, CallOptions, Client, ClientBuilder, Error,
    Pages, ReqwestTransport, Response,
};

use crate::server::read;

fn assert_send<T: Send + 'static>() {}
fn assert_shared<T: Send + Sync + Clone + 'static>() {}
fn assert_value_is_send<T: Send>(_: T) {}
fn assert_boxable<E: Into<Box<dyn std::error::Error + Send + Sync>>>() {}

#[test]
fn clients_responses_and_errors_are_send() {
    assert_shared::<Client>();
    assert_shared::<BlockingClient>();
    assert_shared::<ReqwestTransport>();
    assert_shared::<CallOptions>();
    assert_shared::<Response<RawResponse>>();
    assert_send::<ClientBuilder>();
    assert_send::<Pages<ListPublicationsRequest>>();
    assert_send::<BlockingPages<ListPublicationsRequest>>();
    assert_boxable::<BuildError>();
    assert_boxable::<Error<CreateSubscriberError>>();
    assert_boxable::<AnyError>();
}

#[test]
fn calls_and_streams_can_be_spawned() {
    let client = Client::builder("http://127.0.0.1:9").build().unwrap();
    assert_value_is_send(client.get_subscriber(read()));
    assert_value_is_send(client.create_subscriber(CreateSubscriberRequest::new("ann@example.com")));
    let mut pages = client.list_publications_pages(ListPublicationsRequest::new());
    assert_value_is_send(pages.next_page());
}

/// Dependencies known to compile and run on `wasm32-unknown-unknown`, with these features.
const TRIED: [&str; 21] = [
    "base64 alloc",
    "bytes default,std",
    "contract-runtime",
    "contract-runtime-client",
    "futures-core",
    "http default,std",
    "httpdate",
    "itoa",
    "memchr alloc,std",
    "once_cell alloc,default,race,std",
    "percent-encoding alloc,default,std",
    "pin-project-lite",
    "referral-client",
    "referral-models",
    "serde default,std",
    "serde_core result,std",
    "serde_json default,raw_value,std",
    "tokio default,time",
    "tracing std",
    "tracing-core once_cell,std",
    "zmij",
];

#[test]
fn dependencies_without_features_are_tested_on_wasm() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--package", "referral-client"])
        .args(["--no-default-features", "--edges", "normal"])
        .args(["--target", "wasm32-unknown-unknown"])
        .args(["--prefix", "none", "--no-dedupe", "--format", "{p}|{f}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&tree.stderr);
    assert!(tree.status.success(), "{stderr}");
    let tree = String::from_utf8(tree.stdout).unwrap();
    let crates = tree.lines().map(|line| {
        let (package, features) = line.split_once('|').unwrap();
        let name = package.split(' ').next().unwrap();
        format!("{name} {features}").trim().to_owned()
    });
    let crates: BTreeSet<_> = crates.collect();
    assert_eq!(crates, BTreeSet::from(TRIED.map(str::to_owned)));
}
