//! `POST /v1/campaigns/{campaign_uuid}/subscribers/{subscriber_uuid}/events`.

use referral_client::Client;
use referral_client::models::{CreateEventError, CreateEventRequest, Number};
use reqwest::Method;

use crate::http::service::{self, KEY, TestServer};
use crate::support::TestContext;

const CAMPAIGN: &str = "MF00000000a1";
const SUBSCRIBER: &str = "sub_00000000a001";

fn event(value: &str) -> CreateEventRequest {
    CreateEventRequest::new(CAMPAIGN, SUBSCRIBER, value.parse::<Number>().unwrap())
}

fn path(campaign: &str, subscriber: &str) -> String {
    format!("/v1/campaigns/{campaign}/subscribers/{subscriber}/events")
}

async fn refused(client: &Client, request: CreateEventRequest) -> (u16, CreateEventError) {
    service::refused(client.create_event(request).await)
}

/// The text of the answer, because only text keeps numbers exact.
async fn answered(service: &TestServer, value: &str) -> String {
    let request = service.request(Method::POST, &path(CAMPAIGN, SUBSCRIBER));
    let request = request.header(KEY, service.context.key("main"));
    let answer = request.body(format!(r#"{{"value":{value}}}"#)).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{value}");
    answer.text().await.unwrap()
}

#[tokio::test]
async fn an_event_is_answered_with_its_four_members() {
    let service = TestServer::start().await;
    let text = answered(&service, "19.99").await;
    insta::assert_snapshot!(text, @r#"{"event":{"value":19.99,"campaign_uuid":"MF00000000a1","subscriber_uuid":"sub_00000000a001","created_at":"2025-01-01T00:00:00.000Z"}}"#);
}

#[tokio::test]
async fn every_digit_of_an_amount_comes_back() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let hundred = "9".repeat(100);
    for value in [
        "0.1",
        "19.99",
        "12345678901234567.89",
        "1.10",
        "-0.05",
        "0",
        "-0",
        "1e3",
        "2.5E-7",
        "1e400",
        "100000000000000000000000000000000000001",
        &hundred,
    ] {
        assert!(
            answered(&service, value).await.contains(&format!(r#""value":{value},"#)),
            "{value}"
        );
        let answer = client.create_event(event(value)).await.unwrap();
        assert_eq!(answer.event.value.as_str(), value);
        assert_eq!(answer.status(), 200);
    }
}

#[tokio::test]
async fn the_description_is_kept_and_comes_back() {
    let service = TestServer::of(TestContext::shared().await).await;
    let value = "1234567890123456789.10";
    let request = event(value).description("first \u{1f35e} order");
    let answer = service.client("main").create_event(request).await.unwrap();
    assert_eq!(answer.event.description.as_deref(), Some("first \u{1f35e} order"));
    // The corrected spelling is an unknown member.
    let body = r#"{"value":2,"description":"spelled right"}"#;
    let answer = service.ask(Method::POST, &path(CAMPAIGN, SUBSCRIBER), body).await;
    assert_eq!(answer.status, 200);

    let query =
        "SELECT account_uuid, subscriber_uuid, value, description FROM events ORDER BY value";
    let rows = service.context.database.look(query).await;
    let rows: Vec<(String, String, String, Option<String>)> = rows.unwrap();
    let row = |value: &str, description: Option<&str>| {
        let account = service.context.main.to_string();
        (account, SUBSCRIBER.to_owned(), value.to_owned(), description.map(str::to_owned))
    };
    assert_eq!(rows, [row(value, Some("first \u{1f35e} order")), row("2", None)]);
}

#[tokio::test]
async fn a_subscriber_may_be_addressed_by_e_mail() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let body = r#"{"email":"Plus+Tag@Example.com"}"#;
    let created = service.ask(Method::POST, "/v2/subscribers", body).await;
    let uuid = created.body["subscriber"]["uuid"].as_str().unwrap();

    for email in ["Plus+Tag@Example.com", "plus+tag@example.COM"] {
        let request = CreateEventRequest::new(CAMPAIGN, email, 1);
        let answer = client.create_event(request).await.unwrap();
        assert_eq!(answer.event.subscriber_uuid.as_str(), uuid);
        assert_eq!(answer.event.campaign_uuid.as_str(), CAMPAIGN);
    }
    for email in ["plus+tag@example.com", "PLUS%2BTAG%40EXAMPLE.COM"] {
        let answer = service.ask(Method::POST, &path(CAMPAIGN, email), r#"{"value":1}"#).await;
        assert_eq!(answer.body["event"]["subscriber_uuid"], uuid, "{email}");
    }
}

#[tokio::test]
async fn a_blank_subscriber_is_refused() {
    let service = TestServer::start().await;
    for blank in ["", "%20", "%20%09", "%C2%A0"] {
        let path = path(CAMPAIGN, blank);
        let refused = service.refusal(Method::POST, &path, r#"{"value":1}"#).await;
        assert_eq!(refused, (400, "Subscriber uuid or email blank!".to_owned()), "{path}");
    }
    let client = service.client("main");
    for blank in ["", "  "] {
        let refused = refused(&client, CreateEventRequest::new(CAMPAIGN, blank, 1)).await;
        assert_eq!(refused, (400, CreateEventError::SubscriberBlank));
    }
}

#[tokio::test]
async fn a_missing_value_is_refused() {
    let service = TestServer::start().await;
    let path = path(CAMPAIGN, SUBSCRIBER);
    for body in ["", "{}", r#"{"value":null}"#, r#"{"descripton":"d"}"#, r#"{"Value":1}"#] {
        let refused = service.refusal(Method::POST, &path, body).await;
        assert_eq!(refused, (400, "You have to provide a value".to_owned()), "{body}");
    }
}

#[tokio::test]
async fn an_unknown_subscriber_and_one_of_another_account_are_not_found() {
    let service = TestServer::start().await;
    let client = service.client("main");
    for identifier in [
        "sub_000000000000",
        "missing@example.com",
        "sub_00000000b002",
        "iris@evening.example",
        "a/b",
        "nul\0",
    ] {
        let refused = refused(&client, CreateEventRequest::new(CAMPAIGN, identifier, 1)).await;
        let identifier = identifier.to_owned();
        assert_eq!(refused, (404, CreateEventError::SubscriberNotFound { identifier }));
    }
}

#[tokio::test]
async fn odd_input_is_refused_in_the_envelope() {
    let service = TestServer::start().await;
    let good = path(CAMPAIGN, SUBSCRIBER);
    let long = format!(r#"{{"value":{}}}"#, "1".repeat(101));
    for (body, place) in [
        ("{", "body"),
        ("[1]", "body"),
        ("1", "body"),
        (r#"{"value":1}{}"#, "body"),
        (r#"{"value":"1"}"#, "body.value"),
        (r#"{"value":true}"#, "body.value"),
        (r#"{"value":{}}"#, "body.value"),
        (r#"{"value":NaN}"#, "body"),
        (r#"{"value":01}"#, "body"),
        (r#"{"value":+1}"#, "body"),
        (r#"{"value":.5}"#, "body"),
        (&long, "body.value"),
        (r#"{"value":1,"descripton":5}"#, "body.descripton"),
        (r#"{"value":1,"descripton":"\ud800"}"#, "body.descripton"),
        (r#"{"value":1,"descripton":"\u0000"}"#, "body.descripton holds a NUL character"),
    ] {
        let (status, message) = service.refusal(Method::POST, &good, body.to_owned()).await;
        assert_eq!(status, 400, "{body}");
        assert!(message.starts_with(place), "{body}: {message}");
    }
    for (path, status) in [
        (path("", SUBSCRIBER), 400),
        (path("", ""), 400),
        (path(CAMPAIGN, "%ff"), 400),
        (path("%ff", SUBSCRIBER), 400),
        (path("%zz", SUBSCRIBER), 404),
    ] {
        let refused = service.refusal(Method::POST, &path, r#"{"value":1}"#).await;
        assert_eq!(refused.0, status, "{path}: {}", refused.1);
    }
}

#[tokio::test]
async fn a_member_sent_twice_is_refused() {
    let service = TestServer::start().await;
    let body = r#"{"value":1,"value":2}"#;
    let refused = service.refusal(Method::POST, &path(CAMPAIGN, SUBSCRIBER), body).await;
    assert_eq!(refused, (400, "body.value is there more than once".to_owned()));
}
