//! `PUT /v2/subscribers/{identifier}/reject`.

use referral_client::models::{
    CreateSubscriberRequest, RejectSubscriberError, RejectSubscriberRequest,
};
use referral_client::{Client, Error};
use referral_reference::api::models::{
    self as reference, SubscriberReferralStatus, SubscriberStatus,
};
use reqwest::Method;

use crate::http::service::TestServer;

async fn rejected(client: &Client, identifier: &str) -> reference::Subscriber {
    let answer = client.reject_subscriber(RejectSubscriberRequest::new(identifier)).await;
    let answer = answer.unwrap();
    assert_eq!(answer.status(), 200);
    let success: reference::RejectSubscriberSuccess = answer.raw().json().unwrap();
    success.subscriber
}

/// The documented error with status 409.
async fn refused(client: &Client, identifier: &str) -> RejectSubscriberError {
    match client.reject_subscriber(RejectSubscriberRequest::new(identifier)).await {
        Err(Error::Refused { error, raw }) => {
            assert_eq!(raw.status, 409);
            error
        }
        other => panic!("{identifier}: {other:?}"),
    }
}

/// The error for an unknown identifier.
async fn assert_not_found(client: &Client, identifier: &str) {
    match client.reject_subscriber(RejectSubscriberRequest::new(identifier)).await {
        Err(Error::Undocumented(raw)) => {
            assert_eq!(raw.status, 404, "{identifier}");
            let body: serde_json::Value = raw.json().unwrap();
            assert_eq!(body["error"], format!("Subscriber {identifier} not found!"));
        }
        other => panic!("{identifier}: {other:?}"),
    }
}

#[tokio::test]
async fn a_pending_subscriber_is_rejected_once() {
    let service = TestServer::start().await;
    let client = service.client("main");
    // By UUID and by address; acquired through the referral program and through a partner.
    for (identifier, again) in [
        ("sub_00000000a014", "ada.pending@example.com"),
        ("pia.pending@example.com", "sub_00000000a029"),
        ("sub_00000000a028", "otto.pending@example.com"),
    ] {
        let answer_body = rejected(&client, identifier).await;
        assert_eq!(answer_body.status, SubscriberStatus::Rejected);
        assert_eq!(answer_body.referral_status, SubscriberReferralStatus::Rejected);
        assert!([answer_body.uuid.as_str(), &answer_body.email].contains(&again));
        assert_eq!(refused(&client, again).await, RejectSubscriberError::NotPending);

        let list = service.ask(Method::GET, "/v2/subscribers?per_page=100", "").await;
        let list: reference::ListSubscribersSuccess = serde_json::from_value(list.body).unwrap();
        assert!(list.subscribers.contains(&answer_body), "the rejection lasts");
    }
}

#[tokio::test]
async fn an_address_is_found_in_any_case_and_encoding() {
    let service = TestServer::start().await;
    let client = service.client("main");
    for (email, path) in [
        ("Plus+Tag@Example.com", "Plus%2BTag%40Example.com"),
        ("bare+plus@example.com", "BARE+PLUS@EXAMPLE.COM"),
        ("o'brien/x@example.com", "o%27brien%2Fx@example.com"),
        ("žofie@example.com", "%C5%BDofie@example.com"),
    ] {
        let request = CreateSubscriberRequest::new(email).referrer_code("5eed0b0e");
        client.create_subscriber(request).await.unwrap();
        let path = format!("/v2/subscribers/{path}/reject");
        let answer = service.ask(Method::PUT, &path, "").await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        assert_eq!(answer.body["subscriber"]["email"], email);
    }
}

#[tokio::test]
async fn only_pending_subscribers_are_rejected() {
    let service = TestServer::start().await;
    let client = service.client("main");
    for identifier in ["sub_00000000a004", "leaving@example.com", "rejected@example.org"] {
        let path = format!("/v2/subscribers/{identifier}");
        let before = service.ask(Method::GET, &path, "").await.body;
        let error = refused(&client, identifier).await;
        assert_eq!(error, RejectSubscriberError::NotPending, "{identifier}");
        assert_eq!(service.ask(Method::GET, &path, "").await.body, before);
    }
}

#[tokio::test]
async fn an_unknown_subscriber_is_not_found() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let long = "s".repeat(2000);
    for identifier in ["sub_000000000000", "missing@example.com", "@", " ", "%", "nul\0", &long] {
        assert_not_found(&client, identifier).await;
    }
}

#[tokio::test]
async fn a_subscriber_of_another_account_is_not_found_and_stays_pending() {
    let service = TestServer::start().await;
    let (main, other) = (service.client("main"), service.client("other_account"));
    for (identifier, of_main) in [
        ("sub_00000000b004", false),
        ("paul@evening.example", false),
        ("sub_00000000a015", true),
        ("cleo.pending@example.com", true),
    ] {
        let (stranger, owner) = if of_main { (&other, &main) } else { (&main, &other) };
        assert_not_found(stranger, identifier).await;
        rejected(owner, identifier).await;
    }
}

#[tokio::test]
async fn odd_paths_are_refused_in_the_envelope() {
    let service = TestServer::start().await;
    for (identifier, status) in [("", 400), ("%ff", 400), ("%zz", 404), ("%20", 404), ("a/b", 404)]
    {
        let path = format!("/v2/subscribers/{identifier}/reject");
        let refused = service.refusal(Method::PUT, &path, "").await;
        assert_eq!(refused.0, status, "{path}: {}", refused.1);
    }
}

#[tokio::test]
async fn a_body_where_none_belongs_is_ignored() {
    let service = TestServer::start().await;
    let path = "/v2/subscribers/sub_00000000a016/reject";
    assert_eq!(service.ask(Method::PUT, path, "{ no JSON").await.status, 200);
}
