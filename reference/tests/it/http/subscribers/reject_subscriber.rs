//! `PUT /v2/subscribers/{identifier}/reject`.

use referral_client::Client;
use referral_client::models::{
    CreateSubscriberRequest, RejectSubscriberError, RejectSubscriberRequest,
};
use referral_reference::api::models::{
    self as reference, SubscriberReferralStatus, SubscriberStatus,
};
use reqwest::Method;

use crate::http::service::{self, TestServer};

async fn rejected(client: &Client, identifier: &str) -> reference::Subscriber {
    let answer = client.reject_subscriber(RejectSubscriberRequest::new(identifier)).await;
    let answer = answer.unwrap();
    assert_eq!(answer.status(), 200);
    let success: reference::RejectSubscriberSuccess = answer.raw().json().unwrap();
    success.subscriber
}

async fn refused(client: &Client, identifier: &str) -> (u16, RejectSubscriberError) {
    let request = RejectSubscriberRequest::new(identifier);
    service::refused(client.reject_subscriber(request).await)
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
        assert_eq!(refused(&client, again).await, (409, RejectSubscriberError::NotPending));

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
        assert_eq!(error, (409, RejectSubscriberError::NotPending), "{identifier}");
        assert_eq!(service.ask(Method::GET, &path, "").await.body, before);
    }
}
