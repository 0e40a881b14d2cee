//! The blocking client, in a plain thread and inside async code.

use std::thread;
use std::time::Duration;

use http::{HeaderValue, header};
use referral_client::models::{
    CampaignUuid, CreateEventRequest, CreateSubscriberError, CreateSubscriberRequest, KeyError,
    ListPublicationsRequest, ListSubscribersRequest, Request,
};
use referral_client::{BlockingClient, CallOptions, Error, TransportErrorKind};

use crate::pages::{counted, page_of};
use crate::server::{Action, KEY, Server, json, read};

fn client(server: &Server) -> BlockingClient {
    server.builder().build_blocking().unwrap()
}

#[test]
fn calls_block_until_the_answer() {
    let event = r#"{"event":{"value":12.50,"campaign_uuid":"c","subscriber_uuid":"s","created_at":"2026"}}"#;
    let server = Server::start_on_thread(vec![
        json(200, event),
        json(401, r#"{"error":"API key is invalid!"}"#),
        json(422, r#"{"error":"Email has already been taken"}"#),
        json(200, "{}"),
    ]);
    let client = client(&server);
    assert!(!format!("{client:?}").contains(KEY));
    assert_eq!(client.base_url().to_string(), server.url);
    let request = CreateEventRequest::new(CampaignUuid::from("c"), "ann@example.com", 5);
    let answer = client.create_event(request).unwrap();
    assert_eq!(answer.event.value.as_str(), "12.50");
    match client.list_publications(ListPublicationsRequest::new()) {
        Err(Error::Key { error, .. }) => assert_eq!(error, KeyError::ApiKeyInvalid),
        other => panic!("the key should be refused, not {other:?}"),
    }
    match client.create_subscriber(CreateSubscriberRequest::new("ann@example.com")) {
        Err(Error::Refused { error, .. }) => assert_eq!(error, CreateSubscriberError::EmailTaken),
        other => panic!("a refusal was expected, not {other:?}"),
    }
    let request = ListSubscribersRequest::new().r#type("a b").with_query("page", "2");
    assert_eq!(client.send(&request).unwrap().text(), Some("{}"));
    let seen = server.requests();
    assert!(seen[0].starts_with("POST /v1/campaigns/c/subscribers/ann%40example.com/events "));
    assert!(seen[3].starts_with("GET /v2/subscribers?type=a%20b&page=2 "));
}

#[test]
fn options_can_be_set_per_call() {
    let server = Server::start_on_thread(vec![json(200, "{}"), Action::Hang]);
    let client = client(&server);
    let language = HeaderValue::from_static("en");
    let options = CallOptions::new().header(header::ACCEPT_LANGUAGE, language);
    client.with(options).get_subscriber(read()).unwrap();
    assert!(server.requests()[0].contains("accept-language: en\r\n"));
    let options = CallOptions::new().deadline(Duration::from_millis(20));
    match client.with(options).get_subscriber(read()) {
        Err(Error::Transport(error)) => assert_eq!(error.kind(), TransportErrorKind::TimedOut),
        other => panic!("no response was expected, got {other:?}"),
    }
}

#[test]
fn threads_share_one_client() {
    let server = Server::start_on_thread(vec![json(200, "{}"); 8]);
    let client = client(&server);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| client.get_subscriber(read()).unwrap());
        }
    });
    assert_eq!(server.requests().len(), 8);
}

#[test]
fn items_are_an_iterator() {
    let sent = vec![page_of(1, &["a", "b"]), page_of(2, &[]), page_of(3, &["c"])];
    let server = Server::start_on_thread(sent);
    let pages = client(&server).list_publications_pages(ListPublicationsRequest::new());
    let found: Vec<_> = pages.items().map(|item| item.unwrap().uuid.unwrap().to_string()).collect();
    assert_eq!(found, ["a", "b", "c"]);
    assert!(server.requests()[1].starts_with("GET /v3/publications?page=2 "));
}

#[test]
fn pages_and_items_end_at_an_error() {
    let incomplete = json(200, r#"{"publications":[],"meta":{"total_pages":null}}"#);
    for (sent, pages, items) in [
        (vec![json(500, "{}")], vec![false], vec![false]),
        (vec![page_of(1, &["a"]), json(500, "{}")], vec![true, false], vec![true, false]),
        (vec![incomplete], vec![true, false], vec![false]),
        // Every page is the one after the requested one.
        (vec![counted(7, 9, 9, 1)], vec![false], vec![false]),
        // Responses count from 0 and requests from 1.
        (
            vec![counted(0, 2, 2, 1), counted(0, 2, 2, 1), counted(1, 2, 2, 1)],
            vec![true; 2],
            vec![true; 2],
        ),
    ] {
        let server = Server::start_on_thread([sent.clone(), sent].concat());
        let client = client(&server);
        let walk = || client.list_publications_pages(ListPublicationsRequest::new());
        assert_eq!(walk().map(|page| page.is_ok()).collect::<Vec<_>>(), pages);
        assert_eq!(walk().items().map(|item| item.is_ok()).collect::<Vec<_>>(), items);
    }
}

#[tokio::test]
async fn blocking_client_works_inside_async_code() {
    let server = Server::start_on_thread(vec![json(200, "{}"); 3]);
    let client = client(&server);
    client.get_subscriber(read()).unwrap();
    let other = client.clone();
    let there = tokio::task::spawn_blocking(move || other.get_subscriber(read()).map(drop));
    there.await.unwrap().unwrap();
    tokio::spawn(async move { client.get_subscriber(read()).map(drop) }).await.unwrap().unwrap();
}
