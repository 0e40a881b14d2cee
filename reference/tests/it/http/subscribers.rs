//! Operations on subscribers.

use referral_reference::api::models::Subscriber;
use reqwest::Method;

use crate::http::service::TestServer;

mod create_subscriber;
mod get_subscriber;
mod list_subscribers;
mod reject_subscriber;
mod unsubscribe_subscriber;
mod update_subscriber;

/// The subscriber as the main account reads it.
async fn fetch(service: &TestServer, identifier: &str) -> Subscriber {
    let answer = service.ask(Method::GET, &format!("/v2/subscribers/{identifier}"), "").await;
    serde_json::from_value(answer.body["subscriber"].clone()).unwrap()
}
