//! Lists page by page and as a stream.

use std::future::poll_fn;
use std::pin::Pin;

use futures_core::Stream;
use referral_client::models::{ListPublicationsRequest, Request};
use referral_client::{Client, Error, Pages, Retries};

use crate::server::{Action, Server, json, with_header};

/// One of three pages.
fn page(number: u64) -> Action {
    counted(number, 3, 3, 1)
}

/// A page with some items.
pub fn counted(number: u64, pages: u64, total: u64, items: usize) -> Action {
    let meta = format!(
        r#"{{"per_page":1,"page":{number},"total_pages":{pages},"total_publications":{total}}}"#
    );
    let publications = vec!["{}"; items].join(",");
    json(200, &format!(r#"{{"publications":[{publications}],"meta":{meta}}}"#))
}

fn pages(client: &Client) -> Pages<ListPublicationsRequest> {
    client.list_publications_pages(ListPublicationsRequest::new().per_page(1))
}

/// The query string of a request.
fn query(request: impl AsRef<str>) -> String {
    let target = request.as_ref().split(' ').nth(1).unwrap();
    target.split_once('?').map_or("", |(_, query)| query).to_owned()
}

fn queries(server: &Server) -> Vec<String> {
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
async fn page_without_a_total_is_not_treated_as_the_last() {
    let acts = ["null", "-1", "1e30", "[]", r#""many""#, "1.5"].map(|count| {
        let meta = format!(r#"{{"total_pages":{count}}}"#);
        json(200, &format!(r#"{{"publications":[],"meta":{meta}}}"#))
    });
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
    let page = json(200, r#"{"publications":[],"meta":{"total_pages":null}}"#);
    let server = Server::start(vec![page]).await;
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

/// The numbers of the pages, and the pointer and the reason of the error that ends them, if one does.
async fn walk(server: &Server, request: ListPublicationsRequest) -> (Vec<u64>, Option<String>) {
    let mut pages = server.client().list_publications_pages(request);
    let mut numbers = Vec::new();
    loop {
        match pages.next_page().await {
            Ok(Some(page)) => numbers.push(page.meta.page.unwrap()),
            Ok(None) => return (numbers, None),
            Err(Error::Decode { error, .. }) => return (numbers, Some(error.to_string())),
            Err(other) => panic!("expected a decode error, got {other:?}"),
        }
    }
}

#[tokio::test]
async fn total_must_be_the_number_of_items_on_all_pages() {
    for (sent, expected, total) in [
        // Every page is the one after the requested one.
        (vec![counted(1, 1, 5, 0)], 0, 5),
        (vec![counted(1, 3, 5, 2), counted(2, 3, 5, 1), counted(3, 3, 5, 0)], 3, 5),
        // The requested size is ignored.
        (vec![counted(1, 2, 2, 2), counted(2, 2, 2, 2)], 4, 2),
    ] {
        let count = sent.len();
        let server = Server::start(sent).await;
        let (numbers, error) = walk(&server, ListPublicationsRequest::new()).await;
        assert_eq!(numbers.len(), count, "the error follows the last page");
        let reason = format!("expected {expected}, the number of items on all pages, got {total}");
        let error = error.unwrap();
        assert!(error.contains("/meta/total_publications"), "{error}");
        assert!(error.contains(&reason), "{error}");
    }
}

#[tokio::test]
async fn error_about_an_incomplete_list_is_repeated_and_ends_its_items() {
    let server = Server::start(vec![counted(1, 1, 5, 0), counted(1, 1, 5, 0)]).await;
    let mut pages = pages(&server.client());
    assert!(pages.next_page().await.unwrap().is_some());
    for _again in 0..2 {
        assert!(matches!(pages.next_page().await, Err(Error::Decode { .. })));
    }
    let mut items = server.client().pages(ListPublicationsRequest::new()).items();
    assert!(matches!(items.next_item().await, Err(Error::Decode { .. })));
}

#[tokio::test]
async fn total_is_not_compared_where_it_need_not_be_the_number_of_items() {
    // A walk from a later page, and one with an input that the documentation does not describe.
    let server = Server::start(vec![page(3), counted(1, 1, 5, 1)]).await;
    let later = walk(&server, ListPublicationsRequest::new().page(3)).await;
    assert_eq!(later, (vec![3], None));
    let narrowed = ListPublicationsRequest::new().with_query("kind", "news");
    let mut pages = server.client().pages(narrowed);
    assert!(pages.next_page().await.unwrap().is_some());
    assert!(pages.next_page().await.unwrap().is_none());
}

#[tokio::test]
async fn list_that_changes_meanwhile_is_no_error() {
    for (sent, expected) in [
        // More than a page of records is removed: what a server answers for a page after the last is not documented.
        (vec![counted(1, 2, 4, 2), counted(2, 2, 3, 1)], vec![1, 2]),
        (vec![counted(1, 2, 4, 2), counted(2, 1, 2, 0)], vec![1, 2]),
        (vec![counted(1, 2, 4, 2), counted(1, 1, 2, 2)], vec![1, 1]),
        // Records are added.
        (vec![counted(1, 2, 3, 2), counted(2, 3, 5, 2), counted(3, 3, 5, 1)], vec![1, 2, 3]),
    ] {
        let server = Server::start(sent).await;
        assert_eq!(walk(&server, ListPublicationsRequest::new()).await, (expected, None));
    }
}

#[tokio::test]
async fn pages_may_be_counted_from_0_in_requests_and_in_responses() {
    for (shown, requested, expected) in [
        (vec![0, 1, 2], ["", "page=1", "page=2", ""], vec![0, 1, 2]),
        // Only responses count from 0: page 1 is the first one again.
        (vec![0, 0, 1, 2], ["", "page=1", "page=2", "page=3"], vec![0, 1, 2]),
        // Only requests do: page 2 is the third.
        (vec![1, 3, 2, 3], ["", "page=2", "page=1", "page=2"], vec![1, 2, 3]),
    ] {
        let sent: Vec<_> = shown.iter().map(|number| page(*number)).collect();
        let requests = sent.len();
        let server = Server::start(sent).await;
        assert_eq!(walk(&server, ListPublicationsRequest::new()).await, (expected, None));
        let queries: Vec<_> = server.requests().iter().map(query).collect();
        assert_eq!(queries, requested[..requests]);
    }
}

#[tokio::test]
async fn other_page_than_the_requested_one_is_an_error() {
    let request = ListPublicationsRequest::new;
    for (sent, request, expected) in [
        (vec![page(2)], request(), "expected 0 or 1,"),
        (vec![page(7)], request().page(2), "expected 2,"),
        // The number in requests is ignored.
        (vec![page(1), page(1), page(1)], request(), "expected 2,"),
        (vec![page(1), page(2), page(2)], request(), "expected 3,"),
    ] {
        let server = Server::start(sent).await;
        let (_, error) = walk(&server, request).await;
        let error = error.unwrap();
        assert!(error.contains("/meta/page"), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

#[tokio::test]
async fn other_page_than_the_requested_one_is_requested_again() {
    let server = Server::start(vec![page(1), page(2), page(2), page(3)]).await;
    let mut pages = pages(&server.client());
    for _page in 0..2 {
        assert!(pages.next_page().await.unwrap().is_some());
    }
    assert!(matches!(pages.next_page().await, Err(Error::Decode { .. })));
    assert_eq!(pages.next_page().await.unwrap().unwrap().meta.page, Some(3));
    assert!(pages.next_page().await.unwrap().is_none());
    let last = queries(&server).split_off(2);
    assert_eq!(last, ["page=3&per_page=1", "page=3&per_page=1"]);
}
