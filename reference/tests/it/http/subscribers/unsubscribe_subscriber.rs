//! `PUT /v2/subscribers/{identifier}/unsubscribe`.

use referral_client::models::{UnsubscribeSubscriberError, UnsubscribeSubscriberRequest};
use referral_client::{Client, Error};
use referral_reference::api::models::{self as reference, SubscriberStatus};
use reqwest::Method;

use crate::http::service::TestServer;

async fn unsubscribed(client: &Client, identifier: &str) -> reference::Subscriber {
    let request = UnsubscribeSubscriberRequest::new(identifier);
    let answer = client.unsubscribe_subscriber(request).await.unwrap();
    assert_eq!(answer.status(), 200);
    let success: reference::UnsubscribeSubscriberSuccess = answer.raw().json().unwrap();
    success.subscriber
}

/// The subscriber as the account reads it.
async fn fetch(service: &TestServer, label: &str, identifier: &str) -> reference::Subscriber {
    let path = format!("/v2/subscribers/{identifier}");
    let answer = service.ask_as(label, Method::GET, &path, "").await;
    serde_json::from_value(answer.body["subscriber"].clone()).unwrap()
}

#[tokio::test]
async fn subscriber_is_unsubscribed_once() {
    let service = TestServer::start().await;
    let client = service.client("main");
    // Pending of both kinds, confirmed, rejected; by UUID and by address.
    for identifier in
        ["sub_00000000a014", "pia.pending@example.com", "OLGA@example.com", "sub_00000000a012"]
    {
        let gone = unsubscribed(&client, identifier).await;
        assert_eq!(gone.status, SubscriberStatus::Unsubscribed);
        assert_eq!(fetch(&service, "main", gone.uuid.as_str()).await, gone);

        let request = UnsubscribeSubscriberRequest::new(gone.uuid.as_str());
        match client.unsubscribe_subscriber(request).await {
            Err(Error::Refused { error, raw }) => {
                assert_eq!(error, UnsubscribeSubscriberError::NotPending);
                assert_eq!(raw.status, 409);
            }
            other => panic!("{identifier}: {other:?}"),
        }
        assert_eq!(fetch(&service, "main", gone.uuid.as_str()).await, gone);
    }
}

#[tokio::test]
async fn subscriber_of_another_account_is_not_unsubscribed() {
    let service = TestServer::start().await;
    for (label, owner, identifier) in [
        ("main", "other_account", "sub_00000000b002"),
        ("main", "other_account", "iris@evening.example"),
        ("other_account", "main", "sub_00000000a002"),
        ("other_account", "main", "milan@example.com"),
    ] {
        let before = fetch(&service, owner, identifier).await;
        let path = format!("/v2/subscribers/{identifier}/unsubscribe");
        let answer = service.ask_as(label, Method::PUT, &path, "").await;
        let message = format!("Subscriber {identifier} not found!");
        assert_eq!(answer.refusal(), (404, message));
        assert_eq!(fetch(&service, owner, identifier).await, before);
    }
}

#[tokio::test]
async fn odd_paths_are_refused_in_the_envelope() {
    let service = TestServer::start().await;
    for (identifier, status) in [("", 400), ("%20", 404), ("%00", 404), ("%ff", 400)] {
        let path = format!("/v2/subscribers/{identifier}/unsubscribe");
        let refused = service.refusal(Method::PUT, &path, "").await;
        assert_eq!(refused.0, status, "{path}: {}", refused.1);
    }
}

#[tokio::test]
async fn a_body_where_none_belongs_is_ignored() {
    let service = TestServer::start().await;
    let path = "/v2/subscribers/sub_00000000a003/unsubscribe";
    let answer = service.ask(Method::PUT, path, "{ no JSON").await;
    assert_eq!(answer.status, 200);
}
