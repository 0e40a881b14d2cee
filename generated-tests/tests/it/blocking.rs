//! The client for programs without async: in a plain thread, and in places where blocking is unusual.

use std::thread;

use referral_client::models::{
    CreateSubscriberError, CreateSubscriberRequest, ListPublicationsRequest,
};
use referral_client::{CallOptions, Error, Retries, TransportErrorKind, blocking};

use crate::server::{KEY, Server, json, read};

fn client(server: &Server) -> blocking::Client {
    server.builder().build_blocking().unwrap()
}

#[test]
fn a_call_waits_for_its_answer() {
    let taken = json(422, r#"{"error":"Email has already been taken"}"#);
    let server = Server::aside(vec![json(200, r#"{"a":1}"#), taken]);
    let client = client(&server);
    assert!(!format!("{client:?}").contains(KEY));
    assert_eq!(client.send(&read()).unwrap().text(), Some(r#"{"a":1}"#));
    let refused = client.send(&CreateSubscriberRequest::new("ann@example.com"));
    let refused = refused.unwrap_err();
    assert_eq!(refused.refusal(), Some(&CreateSubscriberError::EmailTaken));
}

#[test]
fn threads_share_one_client() {
    let server = Server::aside(vec![json(200, "{}"); 8]);
    let client = client(&server);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| client.send(&read()).unwrap());
        }
    });
    assert_eq!(server.seen().len(), 8);
}

#[test]
fn pages_are_an_iterator() {
    let page = |number| {
        let meta = format!(r#"{{"page":{number},"total_pages":2}}"#);
        json(200, &format!(r#"{{"publications":[],"meta":{meta}}}"#))
    };
    let server = Server::aside(vec![page(1), page(2)]);
    let pages = client(&server).pages(ListPublicationsRequest::new());
    let numbers: Vec<_> = pages.map(|page| page.unwrap().meta.page).collect();
    assert_eq!(numbers, [Some(1), Some(2)]);
}

#[test]
fn an_iterator_ends_at_a_failure() {
    let server = Server::aside(vec![json(500, "{}")]);
    let pages = client(&server).pages(ListPublicationsRequest::new());
    assert_eq!(pages.map(|page| page.is_ok()).collect::<Vec<_>>(), [false]);
}

#[test]
fn no_answer_is_told_as_ever() {
    let server = Server::aside(Vec::new());
    let client = client(&server).with(CallOptions::new().retries(Retries::never()));
    match client.send(&read()) {
        Err(Error::Transport(error)) => assert_eq!(error.kind(), TransportErrorKind::NotConnected),
        other => panic!("no answer was expected, not {other:?}"),
    }
}

#[tokio::test]
async fn it_works_and_may_be_dropped_inside_async_code() {
    let server = Server::aside(vec![json(200, "{}"); 3]);
    let client = client(&server);
    client.send(&read()).unwrap();
    let other = client.clone();
    let there = tokio::task::spawn_blocking(move || other.send(&read()).map(drop));
    there.await.unwrap().unwrap();
    tokio::spawn(async move { client.send(&read()).map(drop) })
        .await
        .unwrap()
        .unwrap();
}
