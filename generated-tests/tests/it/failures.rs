//! Late, truncated, endless, redirected and missing responses, and bodies that cannot be decoded.

use std::time::Duration;

use referral_client::models::{
    CampaignUuid, CreateCampaignMembershipError, CreateCampaignMembershipRequest,
    CreateSubscriberRequest,
};
use referral_client::{CallOptions, Client, Error, TransportErrorKind};

use crate::server::{Action, Server, direct, json, read, with_header};

/// The kind of transport error of a call.
async fn transport_error_kind(client: &Client) -> TransportErrorKind {
    match client.get_subscriber(read()).await {
        Err(Error::Transport(error)) => error.kind(),
        other => panic!("no response was expected, got {other:?}"),
    }
}

/// A response that is shorter than its `Content-Length`.
fn truncated() -> Action {
    Action::Say("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"subscriber\":".to_owned())
}

#[tokio::test]
async fn truncated_response_is_retried_for_reads_only() {
    let server = Server::start(vec![truncated(), json(200, "{}"), truncated()]).await;
    let client = server.client();
    assert_eq!(client.get_subscriber(read()).await.unwrap().text(), Some("{}"));
    let request = CreateSubscriberRequest::new("ann@example.com");
    let broken = client.create_subscriber(request).await.unwrap_err();
    assert!(
        matches!(broken, Error::Transport(error) if error.kind() == TransportErrorKind::Broken)
    );
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn endless_response_is_aborted_at_the_limit() {
    let server = Server::start(vec![Action::Pour("0123456789".repeat(100))]).await;
    let client = server.client_with_limit(100_000);
    assert_eq!(transport_error_kind(&client).await, TransportErrorKind::TooLarge);
    server.wait_until(|count| count.over == 1).await;
}

#[tokio::test]
async fn response_of_exactly_the_limit_is_read() {
    let body = "x".repeat(1000);
    let server = Server::start(vec![json(200, &body), json(200, &body)]).await;
    let answer = server.client_with_limit(1000).get_subscriber(read()).await;
    assert_eq!(answer.unwrap().text(), Some(body.as_str()));
    let client = server.client_with_limit(999);
    assert_eq!(transport_error_kind(&client).await, TransportErrorKind::TooLarge);
}

#[tokio::test]
async fn deadline_includes_the_body() {
    let server = Server::start(vec![Action::Pour("x".to_owned())]).await;
    let limit = CallOptions::new().timeout(Duration::from_millis(20));
    // Slower than the limit on size, which is 16 MiB here.
    let client = server.client_that_tries_once().with(limit);
    assert_eq!(transport_error_kind(&client).await, TransportErrorKind::TimedOut);
}

#[tokio::test]
async fn dropped_call_closes_its_connection() {
    let server = Server::start(vec![Action::Hang]).await;
    let client = server.client();
    let call = tokio::spawn(async move { client.get_subscriber(read()).await.map(drop) });
    server.wait_until(|count| count.read == 1).await;
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled());
    server.wait_until(|count| count.over == 1).await;
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn refused_connection_is_a_connection_error() {
    let server = Server::start(Vec::new()).await;
    let client = server.client();
    assert_eq!(transport_error_kind(&client).await, TransportErrorKind::NotConnected);
    let gone = client.get_subscriber(read()).await.unwrap_err();
    let message = gone.to_string();
    assert!(message.starts_with("no response: no connection to the service: "), "{message}");
    assert!(message.contains("refused"), "{message}");
}

#[tokio::test]
async fn invalid_address_is_not_retried() {
    let builder = Client::builder("http://256.1.1.1").transport(direct());
    let builder = builder.random(|| panic!("it would be the same again"));
    let client = builder.build().unwrap();
    assert_eq!(transport_error_kind(&client).await, TransportErrorKind::InvalidAddress);
}

#[tokio::test]
async fn redirect_is_returned_and_the_key_is_not_forwarded() {
    let elsewhere = Server::start(vec![json(200, "{}")]).await;
    let location = format!("location: {}/v2/subscribers", elsewhere.url);
    let server = Server::start(vec![with_header(307, &location, "")]).await;
    match server.client().get_subscriber(read()).await {
        Err(Error::Undocumented(raw)) => {
            assert_eq!(raw.status, 307);
            assert!(raw.headers.contains_key("location"));
        }
        other => panic!("a redirect was expected, not {other:?}"),
    }
    assert_eq!(elsewhere.requests(), [""; 0]);
}

#[tokio::test]
async fn undecodable_body_is_kept() {
    let bodies = ["", "not json", "[]", r#"{"subscriber":5}"#, "{}"];
    let script = bodies.map(|body| json(201, body));
    let server = Server::start(script.to_vec()).await;
    let client = server.client();
    for body in bodies {
        let request = CreateSubscriberRequest::new("ann@example.com");
        match client.create_subscriber(request).await {
            Err(Error::Decode { raw, error }) => {
                assert_eq!(raw.text(), Some(body));
                assert_eq!(raw.status, 201);
                assert!(!error.to_string().is_empty());
            }
            other => panic!("{body:?} was read as {other:?}"),
        }
    }
}

#[tokio::test]
async fn undocumented_body_decodes_to_any_type() {
    let bodies = ["", "not json", r#"{"subscriber":{"email":5}}"#];
    let server = Server::start(bodies.map(|body| json(200, body)).to_vec()).await;
    let client = server.client();
    for body in bodies {
        let answer = client.get_subscriber(read()).await.unwrap();
        assert_eq!(answer.text(), Some(body));
        // A mismatch is returned as a value.
        assert!(answer.json::<Vec<String>>().is_err());
    }
}

#[tokio::test]
async fn control_characters_of_a_refusal_are_escaped() {
    let body = r#"{"error":"a\n\u001b[31mb not found!"}"#;
    let server = Server::start(vec![json(404, body)]).await;
    let request = CreateCampaignMembershipRequest::new(CampaignUuid::from("c"), "a");
    let error = server.client().create_campaign_membership(request).await;
    let error = error.unwrap_err();
    let email = "a\n\u{1b}[31mb".to_owned();
    assert_eq!(error.refusal(), Some(&CreateCampaignMembershipError::MemberNotFound { email }));
    assert_eq!(error.to_string(), r"refused with 404 Not Found: a\n\u{1b}[31mb not found!");
}

#[tokio::test]
async fn undocumented_message_is_part_of_the_error() {
    let bodies = [
        (r#"{"error":"Nothing's \u001b[31m here"}"#, Some("Nothing's \u{1b}[31m here")),
        ("<html>", None),
    ];
    let server = Server::start(bodies.map(|(body, _)| json(404, body)).to_vec()).await;
    let client = server.client();
    for (body, message) in bodies {
        let error = client.get_subscriber(read()).await.unwrap_err();
        assert_eq!(error.message().as_deref(), message);
        assert_eq!(error.raw().unwrap().text(), Some(body));
        let shown = match message {
            Some(_) => {
                r"a response that is not documented, with 404 Not Found: Nothing's \u{1b}[31m here"
            }
            None => "a response that is not documented, with 404 Not Found",
        };
        assert_eq!(error.to_string(), shown);
    }
}
