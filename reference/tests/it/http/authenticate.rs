//! The key: each operation lets nobody in without one, and says what is wrong with it.

use referral_client::models::{
    CreateEventRequest, CreateSubscriberRequest, GetUpscribeRequest, KeyError,
    ListPublicationsRequest, ListSubscribersRequest, RejectSubscriberRequest, Request,
};
use referral_client::{Client, Error};
use referral_reference::keys::ApiKey;
use reqwest::Method;

use crate::http::service::{KEY, Service, seen};

/// How each operation, called well but for its key, refuses the key.
async fn key_errors(client: &Client) -> [KeyError; 6] {
    [
        key_error(client, CreateSubscriberRequest::new("new@example.com")).await,
        key_error(client, ListSubscribersRequest::new()).await,
        key_error(client, RejectSubscriberRequest::new("sub_00000000a014")).await,
        key_error(client, GetUpscribeRequest::new("upscribe_00000000a001")).await,
        key_error(client, ListPublicationsRequest::new()).await,
        key_error(
            client,
            CreateEventRequest::new("MF00000000a1", "sub_00000000a001", 1),
        )
        .await,
    ]
}

async fn key_error<R: Request>(client: &Client, request: R) -> KeyError {
    match client.send(&request).await {
        Err(Error::Key { error, raw }) => {
            assert_eq!(raw.status, 401);
            error
        }
        Err(error) => panic!("{}: {error}", R::INFO.id),
        Ok(_) => panic!("{} was let in", R::INFO.id),
    }
}

#[tokio::test]
async fn each_operation_needs_a_key() {
    let service = Service::start().await;
    for key in [None, Some(""), Some("  ")] {
        let refused = key_errors(&service.client_with(key)).await;
        assert_eq!(refused, [const { KeyError::ApiKeyMissing }; 6], "{key:?}");
    }
}

#[tokio::test]
async fn each_operation_refuses_a_key_that_opens_nothing() {
    let service = Service::start().await;
    let unknown = ApiKey::generate().unwrap();
    let shortened = &service.world.key("main")[..60];
    for key in [unknown.reveal(), shortened, "no key at all", "\u{e9}"] {
        let refused = key_errors(&service.client_with(Some(key))).await;
        assert_eq!(refused, [const { KeyError::ApiKeyInvalid }; 6], "{key:?}");
    }
}

#[tokio::test]
async fn each_operation_refuses_a_key_whose_user_is_gone() {
    let service = Service::start().await;
    let refused = key_errors(&service.client("userless")).await;
    assert_eq!(refused, [const { KeyError::UserNotFound }; 6]);
}

#[tokio::test]
async fn a_refused_key_leaves_nothing_behind() {
    let service = Service::start().await;
    key_errors(&service.client("userless")).await;
    let main = service.client("main");
    let reject = RejectSubscriberRequest::new("sub_00000000a014");
    assert!(main.reject_subscriber(reject).await.is_ok());
    let create = CreateSubscriberRequest::new("new@example.com");
    assert!(main.create_subscriber(create).await.is_ok());
}

#[tokio::test]
async fn the_header_may_be_written_in_any_case() {
    let service = Service::start().await;
    for name in [KEY, "x-api-key", "X-API-KEY"] {
        let request = service.request(Method::GET, "/v3/publications");
        let answer = seen(request.header(name, service.world.key("main"))).await;
        assert_eq!(answer.status, 200, "{name}");
    }
}

#[tokio::test]
async fn the_key_comes_before_everything_else() {
    let service = Service::start().await;
    let request = service.request(Method::POST, "/v2/subscribers").body("{");
    let refused = seen(request).await.refusal();
    assert_eq!(refused, (401, "API key is missing!".to_owned()));
}
