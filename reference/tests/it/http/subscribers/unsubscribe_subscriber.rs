//! `PUT /v2/subscribers/{identifier}/unsubscribe`.

use referral_client::Client;
use referral_client::models::{UnsubscribeSubscriberError, UnsubscribeSubscriberRequest};
use referral_reference::api::models::{self as reference, SubscriberStatus};

use crate::http::service::{self, TestServer};
use crate::http::subscribers::fetch;

async fn unsubscribed(client: &Client, identifier: &str) -> reference::Subscriber {
    let request = UnsubscribeSubscriberRequest::new(identifier);
    let answer = client.unsubscribe_subscriber(request).await.unwrap();
    assert_eq!(answer.status(), 200);
    let success: reference::UnsubscribeSubscriberSuccess = answer.raw().json().unwrap();
    success.subscriber
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
        assert_eq!(fetch(&service, gone.uuid.as_str()).await, gone);

        let request = UnsubscribeSubscriberRequest::new(gone.uuid.as_str());
        let refused = service::refused(client.unsubscribe_subscriber(request).await);
        assert_eq!(refused, (409, UnsubscribeSubscriberError::NotPending), "{identifier}");
        assert_eq!(fetch(&service, gone.uuid.as_str()).await, gone);
    }
}
