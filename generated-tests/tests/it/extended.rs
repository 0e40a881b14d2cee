//! Query parameters and body members that the contract does not describe.

use referral_client::models::{
    CreateSubscriberRequest, ListPublicationsRequest, ListSubscribersRequest, Request,
};

use crate::server::{Server, json};

const CREATED: &str = r#"{"subscriber":{"uuid":"sub_1"}}"#;
const LAST_PAGE: &str = r#"{"publications":[],"meta":{"total_pages":1}}"#;

/// The target and the body of a request.
fn parts(request: &str) -> (&str, &str) {
    let (_, body) = request.split_once("\r\n\r\n").unwrap();
    (request.split(' ').nth(1).unwrap(), body)
}

#[tokio::test]
async fn added_inputs_are_sent_after_those_of_the_request() {
    let script = vec![json(200, "{}"), json(201, CREATED), json(200, LAST_PAGE)];
    let server = Server::start(script).await;
    let client = server.client();
    let request = ListSubscribersRequest::new().r#type("all");
    let request = request.with_query("page", "2").with_query("q", "ann & bob");
    client.send(&request).await.unwrap();
    let request = CreateSubscriberRequest::new("ann@example.com");
    let request = request.with_member("tag", "vip").with_member("scores", vec![1, 2]);
    let _ = client.send(&request).await;
    let request = ListPublicationsRequest::new().with_query("q", "x");
    let mut pages = client.pages(request);
    while let Some(page) = pages.next_page().await.unwrap() {
        assert!(page.publications.is_empty());
    }
    let seen = server.requests();
    let seen: Vec<_> = seen.iter().map(|request| parts(request)).collect();
    let body = r#"{"email":"ann@example.com","tag":"vip","scores":[1,2]}"#;
    assert_eq!(
        seen,
        [
            ("/v2/subscribers?type=all&page=2&q=ann%20%26%20bob", ""),
            ("/v2/subscribers", body),
            ("/v3/publications?q=x", ""),
        ]
    );
}

#[test]
fn blocking_client_sends_added_inputs() {
    let server = Server::start_on_thread(vec![json(200, "{}")]);
    let client = server.builder().build_blocking().unwrap();
    let request = ListSubscribersRequest::new().with_query("page", "2");
    assert_eq!(client.send(&request).unwrap().text(), Some("{}"));
    assert_eq!(parts(&server.requests()[0]).0, "/v2/subscribers?page=2");
}
