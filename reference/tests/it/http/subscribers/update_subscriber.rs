//! `PUT /v2/subscribers/{identifier}`.

use referral_client::Client;
use referral_client::models::{UpdateSubscriberRequest, UpdateSubscriberStatus};
use referral_reference::api::models::{
    self as reference, SubscriberReferralStatus, SubscriberStatus,
};
use reqwest::Method;

use crate::http::service::TestServer;
use crate::http::subscribers::fetch;

const OLGA: &str = "/v2/subscribers/sub_00000000a001";

async fn updated(client: &Client, request: UpdateSubscriberRequest) -> reference::Subscriber {
    let answer = client.update_subscriber(request).await.unwrap();
    assert_eq!(answer.status(), 200);
    let success: reference::UpdateSubscriberSuccess = answer.raw().json().unwrap();
    success.subscriber
}

#[tokio::test]
async fn update_is_stored_and_changes_no_other_value() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let mut expected = fetch(&service, "sub_00000000a001").await;

    let request = UpdateSubscriberRequest::new("olga@example.com").name("Olga \u{1f35e}");
    expected.name = Some("Olga \u{1f35e}".to_owned());
    assert_eq!(updated(&client, request).await, expected);

    let request = UpdateSubscriberRequest::new("sub_00000000a001").email("Olga@New.example");
    expected.email = "Olga@New.example".to_owned();
    assert_eq!(updated(&client, request).await, expected);

    let request = UpdateSubscriberRequest::new("olga@new.example");
    let request = request.status(UpdateSubscriberStatus::Unsubscribed);
    expected.status = SubscriberStatus::Unsubscribed;
    assert_eq!(updated(&client, request).await, expected);

    let request = UpdateSubscriberRequest::new("olga@new.example")
        .name("Olga")
        .email("Olga@Newer.example")
        .status(UpdateSubscriberStatus::Confirmed);
    expected.name = Some("Olga".to_owned());
    expected.email = "Olga@Newer.example".to_owned();
    expected.status = SubscriberStatus::Confirmed;
    assert_eq!(updated(&client, request).await, expected);

    let found = fetch(&service, "OLGA@newer.example").await;
    assert_eq!(found, expected);
    let gone = service.refusal(Method::GET, "/v2/subscribers/olga@example.com", "").await;
    let message = "Subscriber olga@example.com not found!".to_owned();
    assert_eq!(gone, (404, message));

    // The old address is free.
    let body = r#"{"email":"olga@example.com"}"#;
    assert_eq!(service.ask(Method::POST, "/v2/subscribers", body).await.status, 201);
    let taken = service.refusal(Method::PUT, OLGA, body).await;
    assert_eq!(taken, (400, "Email has already been taken".to_owned()));
}

#[tokio::test]
async fn either_status_from_any_state() {
    let service = TestServer::start().await;
    let client = service.client("main");
    for identifier in [
        "sub_00000000a014",
        "pia.pending@example.com",
        "wei@example.net",
        "leaving@example.com",
        "rejected@example.org",
    ] {
        for (label, status) in [
            (UpdateSubscriberStatus::Unsubscribed, SubscriberStatus::Unsubscribed),
            (UpdateSubscriberStatus::Unsubscribed, SubscriberStatus::Unsubscribed),
            (UpdateSubscriberStatus::Confirmed, SubscriberStatus::Confirmed),
            (UpdateSubscriberStatus::Confirmed, SubscriberStatus::Confirmed),
        ] {
            let request = UpdateSubscriberRequest::new(identifier).status(label);
            let changed = updated(&client, request).await;
            assert_eq!(changed.status, status, "{identifier}");
            assert_eq!(changed.referral_status, SubscriberReferralStatus::Verified);
            assert_eq!(fetch(&service, identifier).await, changed);
        }
    }
}

#[tokio::test]
async fn a_body_that_names_nothing_changes_nothing() {
    let service = TestServer::start().await;
    let before = fetch(&service, "sub_00000000a001").await;
    for body in [
        "",
        "{}",
        r#"{"name":null,"email":null,"status":null}"#,
        r#"{"uuid":"sub_1","created_at":5,"Name":"x","utm_source":"no"}"#,
    ] {
        let answer = service.ask(Method::PUT, OLGA, body).await;
        assert_eq!(answer.status, 200, "{body}");
    }
    assert_eq!(fetch(&service, "sub_00000000a001").await, before);
}

#[tokio::test]
async fn invalid_update_is_refused_without_changes() {
    let service = TestServer::start().await;
    let before = fetch(&service, "sub_00000000a001").await;
    for (member, message) in [
        (r#""email":"milan@example.com""#, "Email has already been taken"),
        (r#""email":"MILAN@example.com""#, "Email has already been taken"),
        (r#""email":"left-early@example.org""#, "Email has already been taken"),
        (r#""email":"olga""#, "Email is invalid"),
        (r#""email":"a\u0000@example.com""#, "Email is invalid"),
        (r#""status":"pending""#, "Status is invalid"),
        (r#""status":"Confirmed""#, "Status is invalid"),
        (r#""name":"a\u0000b""#, "body.name holds a NUL character"),
    ] {
        // Together with a valid change.
        let other = if member.contains("name") {
            r#""status":"unsubscribed""#
        } else {
            r#""name":"Not Olga""#
        };
        let body = format!("{{{other},{member}}}");
        let refused = service.refusal(Method::PUT, OLGA, body).await;
        assert_eq!(refused, (400, message.to_owned()), "{member}");
    }
    for body in [
        r#"{"name":5}"#,
        r#"{"email":["x"]}"#,
        r#"{"status":true}"#,
        r#"{"name":"\ud800"}"#,
        "[]",
        "{",
    ] {
        let (status, message) = service.refusal(Method::PUT, OLGA, body).await;
        assert_eq!(status, 400, "{body}");
        assert!(message.starts_with("body"), "{body}: {message}");
    }
    assert_eq!(fetch(&service, "sub_00000000a001").await, before);

    // The values are checked before the lookup.
    for (body, message) in [
        (r#"{"email":"olga"}"#, "Email is invalid"),
        (r#"{"status":"pending"}"#, "Status is invalid"),
        (r#"{"name":"\u0000"}"#, "body.name holds a NUL character"),
    ] {
        let path = "/v2/subscribers/missing@example.com";
        let refused = service.refusal(Method::PUT, path, body).await;
        assert_eq!(refused, (400, message.to_owned()), "{body}");
    }
}

#[tokio::test]
async fn an_address_is_taken_within_its_account_only_and_by_others_only() {
    let service = TestServer::start().await;
    let client = service.client("main");
    for email in ["Milan@EXAMPLE.com", "iris@evening.example"] {
        let request = UpdateSubscriberRequest::new("sub_00000000a002").email(email);
        assert_eq!(updated(&client, request).await.email, email);
    }
}
