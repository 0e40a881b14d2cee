//! Refusals with any status, undescribed members and messages, errors of several operations.

use http::{HeaderMap, StatusCode};
use referral_client::models::{
    CreateSubscriberError, CreateSubscriberRequest, ErrorKind, KeyError, ListSubscribersRequest,
    Refusal, RejectSubscriberError, RejectSubscriberRequest, Request,
};
use referral_client::{AnyError, Client, Error};

use crate::server::{Server, json};

#[tokio::test]
async fn refusals_are_recognized_with_any_status() {
    for status in [200, 201, 302, 400, 418, 500] {
        refusals_with(status).await;
    }
}

async fn refusals_with(status: u16) {
    let own = [
        CreateSubscriberError::EmailTaken,
        CreateSubscriberError::EmailInvalid,
        CreateSubscriberError::EmailMissing,
    ];
    let of_key = [KeyError::ApiKeyInvalid, KeyError::ApiKeyMissing];
    let refusal =
        |message: String| json(status, &serde_json::json!({ "error": message }).to_string());
    let script = own.iter().map(Refusal::message).chain(of_key.iter().map(Refusal::message));
    let server = Server::start(script.map(refusal).collect()).await;
    let client = server.client();
    let call = || client.create_subscriber(CreateSubscriberRequest::new("ann@example.com"));
    for expected in own {
        let error = call().await.unwrap_err();
        assert_eq!(error.refusal(), Some(&expected));
        assert_eq!(error.message(), Some(expected.message()));
        assert_eq!(error.status().unwrap(), status);
        let is_expected = error.map_refusal(|refusal| refusal == expected);
        assert_eq!(is_expected.refusal(), Some(&true));
    }
    for expected in of_key {
        match call().await {
            Err(Error::Key { error, .. }) => assert_eq!(error, expected),
            other => panic!("the key should be refused, not {other:?}"),
        }
    }
}

#[tokio::test]
async fn refusal_body_is_a_refusal_if_no_success_body_is_documented() {
    let bodies = [
        r#"{"error":"Subscriber is not pending"}"#,
        r#"{"error":"Subscriber is asleep","since":1}"#,
        r#"{"error":null,"since":1}"#,
    ];
    let server = Server::start(bodies.map(|body| json(200, body)).to_vec()).await;
    let client = server.client();
    let call = || client.reject_subscriber(RejectSubscriberRequest::new("ann@example.com"));
    let error = call().await.unwrap_err();
    assert_eq!(error.refusal(), Some(&RejectSubscriberError::NotPending));
    let error = call().await.unwrap_err();
    assert!(matches!(error, Error::Undocumented(_)), "{error:?}");
    assert_eq!(error.message().as_deref(), Some("Subscriber is asleep"));
    assert_eq!(call().await.unwrap().text(), Some(bodies[2]));
}

#[tokio::test]
async fn documented_body_with_other_members_is_a_success() {
    let body = r#"{"subscriber":{},"error":"Email has already been taken"}"#;
    let server = Server::start(vec![json(200, body)]).await;
    let request = CreateSubscriberRequest::new("ann@example.com");
    let answer = server.client().create_subscriber(request).await.unwrap();
    assert!(answer.extra.get("error").is_some());
}

/// Two operations with different error types, and one without refusals.
async fn call_three_operations(client: &Client) -> Result<(), AnyError> {
    let request = CreateSubscriberRequest::new("ann@example.com");
    client.create_subscriber(request).await?;
    let request = RejectSubscriberRequest::new("ann@example.com");
    client.reject_subscriber(request).await?;
    let request = ListSubscribersRequest::new();
    client.list_subscribers(request).await?;
    Ok(())
}

#[tokio::test]
async fn errors_of_several_operations_become_one_type() {
    let made = json(201, r#"{"subscriber":{}}"#);
    let refused = json(400, r#"{"error":"Subscriber is not pending"}"#);
    let taken = json(400, r#"{"error":"Email has already been taken"}"#);
    let odd = json(418, r#"{"error":"I am a teapot"}"#);
    let done = json(200, "{}");
    let script = vec![taken, made.clone(), refused, made, done, odd];
    let server = Server::start(script).await;
    let client = server.client();
    for expected in [ErrorKind::EmailTaken, ErrorKind::NotPending] {
        let error = call_three_operations(&client).await.unwrap_err();
        assert_eq!(error.refusal(), Some(&expected));
        assert_eq!(error.message(), Some(expected.message()));
    }
    let error = call_three_operations(&client).await.unwrap_err();
    assert!(matches!(*error, Error::Undocumented(_)), "{error:?}");
    assert_eq!(error.status().unwrap(), 418);
}

#[tokio::test]
async fn statuses_and_headers_are_those_of_the_http_crate() {
    let server = Server::start(vec![json(200, "{}")]).await;
    let answer = server.client().list_subscribers(ListSubscribersRequest::new()).await.unwrap();
    let status: StatusCode = answer.status();
    let headers: &HeaderMap = answer.headers();
    assert_eq!(status, StatusCode::OK);
    assert_eq!(headers["content-type"], "application/json");
    let request: http::Request<bytes::Bytes> =
        CreateSubscriberRequest::new("ann@example.com").to_http().unwrap();
    assert_eq!(request.uri(), "/v2/subscribers");
}
