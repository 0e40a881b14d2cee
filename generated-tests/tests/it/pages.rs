//! Lists page by page and as a stream.

use std::future::poll_fn;
use std::pin::Pin;

use futures_core::Stream;
use referral_client::models::{ListPublicationsRequest, Request};
use referral_client::{Client, Error, Pages, Retries};

use crate::server::{Action, Server, json, with_header};

/// One of three pages.
fn page(number: u64) -> Action {
    let meta =
        format!(r#"{{"per_page":1,"page":{number},"total_pages":3,"total_publications":3}}"#);
    json(200, &format!(r#"{{"publications":[],"meta":{meta}}}"#))
}

fn pages(client: &Client) -> Pages<ListPublicationsRequest> {
    client.list_publications_pages(ListPublicationsRequest::new().per_page(1))
}

fn queries(server: &Server) -> Vec<String> {
    let query = |request: &String| request.split([' ', '?']).nth(2).unwrap().to_owned();
    server.requests().iter().map(query).collect()
}

/// The next item of a stream, by `poll_next`.
async fn next<S: Stream + Unpin>(stream: &mut S) -> Option<S::Item> {
    poll_fn(|context| Pin::new(&mut *stream).poll_next(context)).await
}

#[tokio::test]
async fn stream_ends_after_the_last_page() {
    let server = Server::start(vec![page(1), page(2), page(3)]).await;
    let mut pages = pages(&server.client());
    let mut numbers = Vec::new();
    while let Some(page) = next(&mut pages).await {
        numbers.push(page.unwrap().meta.page);
    }
    assert_eq!(numbers, [Some(1), Some(2), Some(3)]);
    assert!(next(&mut pages).await.is_none());
    assert_eq!(queries(&server), ["per_page=1", "page=2&per_page=1", "page=3&per_page=1"]);
}

#[tokio::test]
async fn pages_are_fetched_on_demand() {
    let server = Server::start(vec![page(1)]).await;
    let client = server.client();
    let pages = pages(&client);
    assert!(format!("{pages:?}").contains("per_page: Some"));
    drop(pages);
    assert_eq!(server.requests(), [""; 0]);
}

#[tokio::test]
async fn stream_ends_at_an_error_and_can_be_resumed() {
    let failed = with_header(500, "server: tired", "");
    let server = Server::start(vec![page(1), failed, page(2), page(3)]).await;
    let mut pages = pages(&server.client());
    assert!(next(&mut pages).await.unwrap().is_ok());
    assert_eq!(next(&mut pages).await.unwrap().unwrap_err().status().unwrap(), 500);
    assert!(next(&mut pages).await.is_none());
    assert_eq!(pages.next_page().await.unwrap().unwrap().meta.page, Some(2));
    assert_eq!(pages.next_page().await.unwrap().unwrap().meta.page, Some(3));
    assert!(pages.next_page().await.unwrap().is_none());
}

#[tokio::test]
async fn cancelled_poll_loses_no_page() {
    let server = Server::start(vec![page(1), page(2), page(3)]).await;
    let client = server.builder().retries(Retries::never()).build().unwrap();
    let mut pages = pages(&client);
    tokio::select! {
        biased;
        _ = pages.next_page() => panic!("nothing can have come yet"),
        () = std::future::ready(()) => {}
    }
    let first = pages.next_page().await.unwrap().unwrap();
    assert_eq!(first.meta.page, Some(1));
    assert_eq!(queries(&server), ["per_page=1"]);
}

#[tokio::test]
async fn stream_starts_at_the_requested_page() {
    let server = Server::start(vec![page(3)]).await;
    let request = ListPublicationsRequest::new().page(3);
    let mut pages = server.client().list_publications_pages(request);
    assert!(pages.next_page().await.unwrap().is_some());
    assert!(pages.next_page().await.unwrap().is_none());
}

/// Pages without a total.
fn pages_without_total() -> [Action; 6] {
    ["null", "-1", "1e30", "[]", r#""many""#, "1.5"].map(|count| {
        let meta = format!(r#"{{"total_pages":{count}}}"#);
        json(200, &format!(r#"{{"publications":[],"meta":{meta}}}"#))
    })
}

#[tokio::test]
async fn page_without_a_total_is_not_treated_as_the_last() {
    let acts = pages_without_total();
    let server = Server::start(acts.to_vec()).await;
    for _ in &acts {
        let mut pages = pages(&server.client());
        assert!(pages.next_page().await.unwrap().is_some());
        for _again in 0..2 {
            match pages.next_page().await {
                Err(Error::Decode { error, raw }) => {
                    assert_eq!(error.pointer, "/meta/total_pages");
                    assert!(raw.text().unwrap().starts_with(r#"{"publications":[]"#));
                }
                other => panic!("expected a decode error, got {other:?}"),
            }
        }
    }
}

#[tokio::test]
async fn stream_ends_after_an_error_it_cannot_continue_from() {
    let server = Server::start(pages_without_total()[..1].to_vec()).await;
    let mut pages = pages(&server.client());
    assert!(next(&mut pages).await.unwrap().is_ok());
    assert!(next(&mut pages).await.unwrap().is_err());
    assert!(next(&mut pages).await.is_none());
}

/// A page with publications of these identifiers.
pub fn page_of(number: u64, uuids: &[&str]) -> Action {
    let publications: Vec<_> = uuids.iter().map(|uuid| format!(r#"{{"uuid":"{uuid}"}}"#)).collect();
    let meta = format!(r#"{{"page":{number},"total_pages":3}}"#);
    json(200, &format!(r#"{{"publications":[{}],"meta":{meta}}}"#, publications.join(",")))
}

#[tokio::test]
async fn items_of_all_pages_are_a_stream() {
    let pages_sent = vec![page_of(1, &["a", "b"]), page_of(2, &[]), page_of(3, &["c"])];
    let server = Server::start(pages_sent).await;
    let mut items = pages(&server.client()).items();
    let mut found = Vec::new();
    while let Some(item) = next(&mut items).await {
        found.push(item.unwrap().uuid.unwrap().to_string());
    }
    assert_eq!(found, ["a", "b", "c"]);
    assert!(next(&mut items).await.is_none());
}

#[tokio::test]
async fn items_are_fetched_on_demand_and_resume_after_an_error() {
    let failed = with_header(500, "server: tired", "");
    let server = Server::start(vec![page_of(1, &["a"]), failed, page_of(2, &["b"])]).await;
    let client = server.client();
    // Requests with undocumented inputs have items as well.
    let request = ListPublicationsRequest::new().with_query("kind", "news");
    let mut items = client.pages(request).items();
    assert_eq!(server.requests(), [""; 0]);
    assert_eq!(items.next_item().await.unwrap().unwrap().uuid.unwrap().to_string(), "a");
    assert_eq!(server.requests().len(), 1);
    assert!(format!("{items:?}").contains("left_in_page: 0"));
    assert_eq!(items.next_item().await.unwrap_err().status().unwrap(), 500);
    assert!(next(&mut items).await.is_none());
    assert_eq!(items.next_item().await.unwrap().unwrap().uuid.unwrap().to_string(), "b");
}
