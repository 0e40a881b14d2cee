//! Request targets: below the base URL, each value as exactly one segment.

use percent_encoding::percent_decode_str;
use referral_client::models::{
    CampaignUuid, CreateEventError, CreateEventRequest, GetSubscriberRequest,
    ListSubscribersRequest, RequestError,
};
use referral_client::{Client, Error};

use crate::server::{KEY, Server, direct, json};

/// The target in the request line.
fn target(request: &str) -> &str {
    request.split(' ').nth(1).unwrap()
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
async fn dot_segment_is_not_sent() {
    let client = Client::builder("http://127.0.0.1:9").build().unwrap();
    for text in [".", ".."] {
        match client.get_subscriber(GetSubscriberRequest::new(text)).await {
            Err(Error::Request(RequestError::DotSegment { parameter })) => {
                assert_eq!(parameter, "identifier");
            }
            other => panic!("{text} must not be sent, and came to {other:?}"),
        }
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
