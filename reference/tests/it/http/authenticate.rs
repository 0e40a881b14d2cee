//! Every operation refuses a request without a valid key, with the error for the reason.

use referral_reference::keys::ApiKey;
use reqwest::Method;
use reqwest::header::HeaderValue;

use crate::http::operations::{MEMBERSHIP, calls};
use crate::http::service::{KEY, TestServer, seen};

/// Sends a request of each operation that is valid except for its key. The operation on the account lists one error of
/// the key only.
async fn assert_refused(service: &TestServer, key: Option<&str>, message: &str) {
    for call in calls() {
        let path = call.path.replace(MEMBERSHIP, "membership_1");
        let mut request = service.request(call.method, &path).body(call.body);
        if let Some(key) = key {
            request = request.header(KEY, HeaderValue::from_bytes(key.as_bytes()).unwrap());
        }
        let message = match call.operation {
            "get_account" => message.replace("User not found!", INVALID),
            _ => message.to_owned(),
        };
        let refused = seen(request).await.refusal();
        assert_eq!(refused, (401, message), "{} with {key:?}", call.operation);
    }
}

const MISSING: &str = "API key is missing!";
const INVALID: &str = "API key is invalid!";

#[tokio::test]
async fn each_operation_refuses_a_missing_or_malformed_key_and_one_without_a_user() {
    let service = TestServer::start().await;
    for key in [None, Some(""), Some("  ")] {
        assert_refused(&service, key, MISSING).await;
    }
    let key = service.context.key("main");
    let (longer, upper) = (format!("{key}0"), key.to_uppercase());
    for key in [&key[..60], &longer, &upper, "no key at all", "\u{e9}"] {
        assert_refused(&service, Some(key), INVALID).await;
    }
    let unknown = ApiKey::generate().unwrap();
    for key in [unknown.reveal(), service.context.key("userless")] {
        assert_refused(&service, Some(key), "User not found!").await;
    }
    // Nothing was done.
    for call in
        calls().into_iter().rev().filter(|call| call.operation != "delete_campaign_membership")
    {
        let answer = service.ask(call.method, call.path, call.body).await;
        assert!(answer.status < 300, "{}: {answer:?}", call.operation);
    }
}

#[tokio::test]
async fn the_header_may_be_written_in_any_case() {
    let service = TestServer::start().await;
    for name in [KEY, "x-api-key", "X-API-KEY"] {
        let request = service.request(Method::GET, "/v3/publications");
        let answer = seen(request.header(name, service.context.key("main"))).await;
        assert_eq!(answer.status, 200, "{name}");
    }
}

#[tokio::test]
async fn the_key_comes_before_everything_else() {
    let service = TestServer::start().await;
    let request = service.request(Method::POST, "/v2/subscribers").body("{");
    let refused = seen(request).await.refusal();
    assert_eq!(refused, (401, MISSING.to_owned()));
}
