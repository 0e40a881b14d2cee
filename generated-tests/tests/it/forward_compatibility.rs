//! Undescribed members, values and messages, and exact numbers and timestamps.

use http::{HeaderMap, StatusCode};
use referral_client::models::{
    CampaignUuid, CreateEventError, CreateEventRequest, CreateEventSuccess, CreateSubscriberError,
    CreateSubscriberRequest, ErrorKind, KeyError, ListSubscribersRequest, Refusal,
    RejectSubscriberError, RejectSubscriberRequest,
};
use referral_client::{AnyError, Client, Error, Response};

use crate::server::{Server, json};

async fn event(body: &str) -> Result<Response<CreateEventSuccess>, Error<CreateEventError>> {
    let server = Server::start(vec![json(200, body)]).await;
    let request = CreateEventRequest::new(CampaignUuid::from("c"), "ann@example.com", 5);
    server.client().create_event(request).await
}

/// The answer to an event with this value, this time and one undescribed member.
fn body(value: &str, time: &str) -> String {
    format!(
        r#"{{"event":{{"value":{value},"campaign_uuid":"c","subscriber_uuid":"s","created_at":{time},"new":[1.0]}},"more":null}}"#
    )
}

#[tokio::test]
async fn undescribed_members_are_kept_unchanged() {
    let answer = event(&body("1", r#""2026-01-31T12:00:00Z""#)).await.unwrap();
    assert_eq!(answer.event.extra.get("new"), Some("[1.0]"));
    assert_eq!(answer.extra.get("more"), Some("null"));
    let read: CreateEventSuccess =
        serde_json::from_str(&serde_json::to_string(&*answer).unwrap()).unwrap();
    assert_eq!(read, *answer);
}

#[tokio::test]
async fn numbers_and_times_keep_every_digit() {
    let time = r#""2026-01-31T12:00:00.120000000-02:30""#;
    for value in ["12.50", "0.10000000000000000000001", "1e2", "-0"] {
        let event = event(&body(value, time)).await.unwrap().into_value().event;
        assert_eq!(event.value.as_str(), value);
        assert_eq!(event.created_at.as_str(), time.trim_matches('"'));
        assert!(event.created_at.is_well_formed());
    }
    // A timestamp in another form is not an error of the call.
    let event = event(&body("1", r#""31 Jan""#)).await.unwrap().into_value().event;
    assert!(!event.created_at.is_well_formed());
}

#[tokio::test]
async fn type_mismatch_is_reported_with_a_pointer() {
    for (value, time, place) in [
        (r#""5""#, r#""x""#, "/event/value: expected a number, got a string"),
        ("5", "7", "/event/created_at: expected a string, got a number"),
    ] {
        match event(&body(value, time)).await {
            Err(Error::Decode { error, .. }) => assert_eq!(error.to_string(), place),
            other => panic!("a mismatch was expected, not {other:?}"),
        }
    }
}

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
async fn refusal_converts_to_a_type_of_the_caller() {
    let taken = json(400, r#"{"error":"Email has already been taken"}"#);
    let server = Server::start(vec![taken.clone(), taken]).await;
    let client = server.client();
    let call = || client.create_subscriber(CreateSubscriberRequest::new("ann@example.com"));
    let error = call().await.unwrap_err();
    let error = error.map_refusal(|refusal| refusal == CreateSubscriberError::EmailTaken);
    assert_eq!(error.refusal(), Some(&true));
    let error = call().await.unwrap_err().into_kind();
    assert_eq!(error.refusal(), Some(&ErrorKind::EmailTaken));
    assert_eq!(error.status().unwrap(), 400);
}

#[tokio::test]
async fn undocumented_message_is_kept() {
    let server = Server::start(vec![json(422, r#"{"error":"Email is on holiday","x":1}"#)]).await;
    let request = CreateSubscriberRequest::new("ann@example.com");
    let error = server.client().create_subscriber(request).await.unwrap_err();
    assert!(matches!(error, Error::Undocumented(_)));
    assert_eq!(error.message().as_deref(), Some("Email is on holiday"));
}

#[tokio::test]
async fn statuses_and_headers_are_those_of_the_http_crate() {
    let answer = event(&body("1", r#""x""#)).await.unwrap();
    let status: StatusCode = answer.status();
    let headers: &HeaderMap = answer.headers();
    assert_eq!(status, StatusCode::OK);
    assert_eq!(headers["content-type"], "application/json");
    let request: http::Request<bytes::Bytes> = {
        use referral_client::models::Request;
        CreateSubscriberRequest::new("ann@example.com").to_http().unwrap()
    };
    assert_eq!(request.uri(), "/v2/subscribers");
}
