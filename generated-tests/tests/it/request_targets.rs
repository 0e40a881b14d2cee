//! Targets and bodies of requests: below the base URL, each value as exactly one segment, undocumented inputs last.

use percent_encoding::percent_decode_str;
use referral_client::models::{
    CampaignUuid, CreateEventError, CreateEventRequest, CreateSubscriberRequest,
    GetSubscriberRequest, ListPublicationsRequest, ListSubscribersRequest, Request, RequestError,
};
use referral_client::{Client, Error};

use crate::server::{KEY, Server, direct, json};

/// The target in the request line.
fn target(request: &str) -> &str {
    request.split(' ').nth(1).unwrap()
}

fn body(request: &str) -> &str {
    request.split_once("\r\n\r\n").unwrap().1
}

#[tokio::test]
async fn every_character_round_trips_in_its_segment() {
    let mut texts: Vec<String> = (0_u8..128).map(|byte| char::from(byte).to_string()).collect();
    texts.retain(|text| text != ".");
    texts.extend(
        ["...", "a/../b", "%2e%2e", "ü\u{1f35e}\u{10ffff}", "ann+b@example.com"].map(str::to_owned),
    );
    let server = Server::start(vec![json(200, "{}"); texts.len()]).await;
    let client = server.client();
    for text in &texts {
        let request = GetSubscriberRequest::new(text.as_str());
        client.get_subscriber(request).await.unwrap();
    }
    for (request, text) in server.requests().iter().zip(&texts) {
        let segment = target(request).strip_prefix("/v2/subscribers/").unwrap();
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~%".contains(&byte);
        assert!(segment.bytes().all(plain), "{text:?} became {segment}");
        assert_eq!(percent_decode_str(segment).decode_utf8().unwrap(), text.as_str());
    }
}

#[tokio::test]
async fn empty_segment_is_sent_only_if_its_refusal_is_documented() {
    let refused = json(400, r#"{"error":"Subscriber uuid or email blank!"}"#);
    let server = Server::start(vec![refused]).await;
    let client = server.client();
    match client.get_subscriber(GetSubscriberRequest::new("")).await {
        Err(Error::Request(RequestError::EmptySegment { parameter })) => {
            assert_eq!(parameter, "identifier");
        }
        other => panic!("it must not be sent, and came to {other:?}"),
    }
    let event = CreateEventRequest::new(CampaignUuid::from("c"), "", 5);
    let error = client.create_event(event).await.unwrap_err();
    assert_eq!(error.refusal(), Some(&CreateEventError::SubscriberBlank));
    assert_eq!(target(&server.requests()[0]), "/v1/campaigns/c/subscribers//events");
}

#[tokio::test]
async fn base_url_may_have_a_path() {
    for (path, expected) in [
        ("", "/v2/subscribers?type=a%26b"),
        ("/", "/v2/subscribers?type=a%26b"),
        ("/api", "/api/v2/subscribers?type=a%26b"),
        ("/a%20b/api/", "/a%20b/api/v2/subscribers?type=a%26b"),
    ] {
        let server = Server::start(vec![json(200, "{}")]).await;
        let builder = Client::builder(format!("{}{path}", server.url)).key(KEY);
        let builder = builder.transport(direct());
        let request = ListSubscribersRequest::new().r#type("a&b");
        builder.build().unwrap().list_subscribers(request).await.unwrap();
        assert_eq!(target(&server.requests()[0]), expected);
    }
}

const CREATED: &str = r#"{"subscriber":{"uuid":"sub_1"}}"#;
const LAST_PAGE: &str = r#"{"publications":[],"meta":{"total_pages":1}}"#;

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
    let seen: Vec<_> = seen.iter().map(|request| (target(request), body(request))).collect();
    let created = r#"{"email":"ann@example.com","tag":"vip","scores":[1,2]}"#;
    assert_eq!(
        seen,
        [
            ("/v2/subscribers?type=all&page=2&q=ann%20%26%20bob", ""),
            ("/v2/subscribers", created),
            ("/v3/publications?q=x", ""),
        ]
    );
}
