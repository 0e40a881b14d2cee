//! Operations on monetary events.

use referral_client::models::{CreateEventError, CreateEventRequest, Number};
use reqwest::Method;

use crate::http::service::{KEY, TestServer, refused};
use crate::support::TestContext;

const CAMPAIGN: &str = "MF00000000a1";
const SUBSCRIBER: &str = "sub_00000000a001";

fn path(subscriber: &str) -> String {
    format!("/v1/campaigns/{CAMPAIGN}/subscribers/{subscriber}/events")
}

/// The text of the answer, because only text keeps numbers exact.
async fn answered(service: &TestServer, value: &str) -> String {
    let request = service.request(Method::POST, &path(SUBSCRIBER));
    let request = request.header(KEY, service.context.key("main"));
    let answer = request.body(format!(r#"{{"value":{value}}}"#)).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{value}");
    answer.text().await.unwrap()
}

#[tokio::test]
async fn an_event_is_answered_with_its_four_members_and_every_digit() {
    let service = TestServer::start().await;
    let text = answered(&service, "19.99").await;
    insta::assert_snapshot!(text, @r#"{"event":{"value":19.99,"campaign_uuid":"MF00000000a1","subscriber_uuid":"sub_00000000a001","created_at":"2025-01-01T00:00:00.000Z"}}"#);
    let client = service.client("main");
    let hundred = "9".repeat(100);
    for value in ["12345678901234567.89", "1.10", "-0.05", "-0", "1e3", "2.5E-7", "1e400", &hundred]
    {
        let text = answered(&service, value).await;
        assert!(text.contains(&format!(r#""value":{value},"#)), "{value}");
        let number = value.parse::<Number>().unwrap();
        let event = CreateEventRequest::new(CAMPAIGN, SUBSCRIBER, number);
        assert_eq!(client.create_event(event).await.unwrap().event.value.as_str(), value);
    }
}

#[tokio::test]
async fn the_description_is_kept_and_comes_back() {
    let service = TestServer::of(TestContext::shared().await).await;
    let value = "1234567890123456789.10";
    let number = value.parse::<Number>().unwrap();
    let request = CreateEventRequest::new(CAMPAIGN, SUBSCRIBER, number);
    let request = request.description("first \u{1f35e} order");
    let answer = service.client("main").create_event(request).await.unwrap();
    assert_eq!(answer.event.description.as_deref(), Some("first \u{1f35e} order"));
    // The corrected spelling is an unknown member.
    let body = r#"{"value":2,"description":"spelled right"}"#;
    let answer = service.ask(Method::POST, &path(SUBSCRIBER), body).await;
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
    let body = r#"{"email":"Plus+Tag@Example.com"}"#;
    let created = service.ask(Method::POST, "/v2/subscribers", body).await;
    let uuid = created.body["subscriber"]["uuid"].as_str().unwrap();
    for email in ["Plus+Tag@Example.com", "plus+tag@example.COM", "PLUS%2BTAG%40EXAMPLE.COM"] {
        let answer = service.ask(Method::POST, &path(email), r#"{"value":1}"#).await;
        assert_eq!(answer.body["event"]["subscriber_uuid"], uuid, "{email}");
    }
}

#[tokio::test]
async fn the_generated_client_tells_the_refusals_apart() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let send = async |subscriber: &str| {
        refused(client.create_event(CreateEventRequest::new(CAMPAIGN, subscriber, 1)).await)
    };
    assert_eq!(send(" ").await, (400, CreateEventError::SubscriberBlank));
    for identifier in ["sub_000000000000", "a/b", "nul\0"] {
        let error = CreateEventError::SubscriberNotFound { identifier: identifier.to_owned() };
        assert_eq!(send(identifier).await, (404, error));
    }
}
