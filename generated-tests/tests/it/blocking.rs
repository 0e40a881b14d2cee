//! The blocking client, in a plain thread and inside async code.

use std::thread;
use std::time::Duration;

use http::{HeaderValue, header};
use referral_client::models::{
    CampaignUuid, CreateEventRequest, CreateSubscriberError, CreateSubscriberRequest, KeyError,
    ListPublicationsRequest, ListSubscribersRequest,
};
use referral_client::{BlockingClient, CallOptions, Error, Retries, TransportErrorKind};

use crate::pages::{counted, page_of};
use crate::server::{Action, KEY, Server, json, read};

fn client(server: &Server) -> BlockingClient {
    server.builder().build_blocking().unwrap()
}

#[test]
fn call_blocks_until_the_answer() {
    let taken = json(422, r#"{"error":"Email has already been taken"}"#);
    let server = Server::start_on_thread(vec![json(200, r#"{"a":1}"#), taken]);
    let client = client(&server);
    assert!(!format!("{client:?}").contains(KEY));
    assert_eq!(client.get_subscriber(read()).unwrap().text(), Some(r#"{"a":1}"#));
    match client.create_subscriber(CreateSubscriberRequest::new("ann@example.com")) {
        Err(Error::Refused { error, .. }) => assert_eq!(error, CreateSubscriberError::EmailTaken),
        other => panic!("a refusal was expected, not {other:?}"),
    }
}

#[test]
fn operations_match_the_async_client() {
    let event = r#"{"event":{"value":12.50,"campaign_uuid":"c","subscriber_uuid":"s","created_at":"2026"}}"#;
    let keyless = json(401, r#"{"error":"API key is invalid!"}"#);
    let server = Server::start_on_thread(vec![json(200, event), keyless, json(200, "{}")]);
    let client = client(&server);
    assert_eq!(client.base_url().to_string(), server.url);
    let request = CreateEventRequest::new(CampaignUuid::from("c"), "ann@example.com", 5);
    let answer = client.create_event(request).unwrap();
    assert_eq!(answer.event.value.as_str(), "12.50");
    match client.list_publications(ListPublicationsRequest::new()) {
        Err(Error::Key { error, .. }) => assert_eq!(error, KeyError::ApiKeyInvalid),
        other => panic!("the key should be refused, not {other:?}"),
    }
    let listed = client.list_subscribers(ListSubscribersRequest::new().r#type("a b"));
    assert_eq!(listed.unwrap().text(), Some("{}"));
    let seen = server.requests();
    assert!(seen[0].starts_with("POST /v1/campaigns/c/subscribers/ann%40example.com/events "));
    assert!(seen[2].starts_with("GET /v2/subscribers?type=a%20b "));
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
fn pages_are_an_iterator() {
    let page = |number| {
        let meta = format!(r#"{{"page":{number},"total_pages":2}}"#);
        json(200, &format!(r#"{{"publications":[],"meta":{meta}}}"#))
    };
    let server = Server::start_on_thread(vec![page(1), page(2)]);
    let pages = client(&server).list_publications_pages(ListPublicationsRequest::new());
    let numbers: Vec<_> = pages.map(|page| page.unwrap().meta.page).collect();
    assert_eq!(numbers, [Some(1), Some(2)]);
    assert!(server.requests()[1].starts_with("GET /v3/publications?page=2 "));
}

#[test]
fn items_are_an_iterator() {
    let sent = vec![page_of(1, &["a", "b"]), page_of(2, &[]), page_of(3, &["c"])];
    let server = Server::start_on_thread(sent);
    let pages = client(&server).list_publications_pages(ListPublicationsRequest::new());
    let found: Vec<_> = pages.items().map(|item| item.unwrap().uuid.unwrap().to_string()).collect();
    assert_eq!(found, ["a", "b", "c"]);
}

#[test]
fn items_end_at_an_error() {
    let server = Server::start_on_thread(vec![page_of(1, &["a"]), json(500, "{}")]);
    let pages = client(&server).list_publications_pages(ListPublicationsRequest::new());
    assert_eq!(pages.items().map(|item| item.is_ok()).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn iterator_ends_at_an_error() {
    let server = Server::start_on_thread(vec![json(500, "{}")]);
    let pages = client(&server).list_publications_pages(ListPublicationsRequest::new());
    assert_eq!(pages.map(|page| page.is_ok()).collect::<Vec<_>>(), [false]);
}

#[test]
fn iterator_reports_incomplete_pages() {
    let body = r#"{"publications":[],"meta":{"total_pages":null}}"#;
    let server = Server::start_on_thread(vec![json(200, body)]);
    let pages = client(&server).list_publications_pages(ListPublicationsRequest::new());
    let found: Vec<_> = pages.map(|page| page.is_ok()).collect();
    assert_eq!(found, [true, false]);
}

#[test]
fn missing_answer_is_the_same_error_as_with_async() {
    let server = Server::start_on_thread(Vec::new());
    let client = client(&server).with(CallOptions::new().retries(Retries::never()));
    match client.get_subscriber(read()) {
        Err(Error::Transport(error)) => assert_eq!(error.kind(), TransportErrorKind::NotConnected),
        other => panic!("no response was expected, got {other:?}"),
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

#[test]
fn pages_must_agree_on_the_list() {
    let request = ListPublicationsRequest::new;
    // Responses count from 0 and requests from 1; then every page is the one after the requested one.
    let script = vec![
        counted(0, 2, 2, 1),
        counted(0, 2, 2, 1),
        counted(1, 2, 2, 1),
        counted(1, 1, 5, 0),
        counted(7, 9, 9, 1),
    ];
    let server = Server::start_on_thread(script);
    let client = client(&server);
    let numbers: Vec<_> =
        client.pages(request()).map(|page| page.unwrap().meta.page.unwrap()).collect();
    assert_eq!(numbers, [0, 1]);
    let mut items = client.pages(request()).items();
    assert!(matches!(items.next(), Some(Err(Error::Decode { .. }))));
    assert!(items.next().is_none());
    let mut pages = client.pages(request());
    assert!(matches!(pages.next(), Some(Err(Error::Decode { .. }))));
    assert!(pages.next().is_none());
}
