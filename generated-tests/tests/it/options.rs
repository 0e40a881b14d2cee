//! Options of calls: retries and headers.

use http::{HeaderName, HeaderValue, header};
use referral_client::models::CreateSubscriberRequest;
use referral_client::{CallOptions, Error, Retries};

use crate::server::{KEY, Server, json, read, with_header};

#[tokio::test]
async fn busy_service_is_retried_after_retry_after() {
    let busy = |after: &str| with_header(429, after, "");
    let date = "date: Thu, 01 Jan 2026 00:00:00 GMT\r\nretry-after: Thu, 01 Jan 2026 00:00:00 GMT";
    let done = json(201, r#"{"subscriber":{}}"#);
    let server = Server::start(vec![busy("retry-after: 0"), busy(date), done]).await;
    let request = CreateSubscriberRequest::new("ann@example.com");
    server.client().create_subscriber(request).await.unwrap();
    let seen = server.requests();
    assert_eq!(seen.len(), 3);
    assert!(seen.iter().all(|request| *request == seen[0]), "{seen:?}");
}

#[tokio::test]
async fn writes_are_sent_once_unless_marked_idempotent() {
    let unavailable = || with_header(503, "server: tired", "");
    let done = json(201, r#"{"subscriber":{}}"#);
    let server = Server::start(vec![unavailable(), unavailable(), done]).await;
    let client = server.client();
    let request = || CreateSubscriberRequest::new("ann@example.com");
    match client.create_subscriber(request()).await {
        Err(Error::Undocumented(raw)) => assert_eq!(raw.status, 503),
        other => panic!("it must not be repeated, and came to {other:?}"),
    }
    assert_eq!(server.requests().len(), 1);
    let name = HeaderName::from_static("idempotency-key");
    let options =
        CallOptions::new().idempotent(true).header(name, HeaderValue::from_static("signup-17"));
    client.with(options).create_subscriber(request()).await.unwrap();
    let seen = server.requests();
    assert_eq!(seen.len(), 3);
    assert!(!seen[0].contains("idempotency-key"));
    assert!(seen[1..].iter().all(|request| request.contains("idempotency-key: signup-17\r\n")));
}

#[tokio::test]
async fn retries_can_be_set_per_call() {
    let tired = with_header(503, "retry-after: 0", "");
    let server = Server::start(vec![tired; 5]).await;
    let client = server.client();
    let status = |error: Error<_>| error.status().unwrap().as_u16();
    let once = CallOptions::new().retries(Retries::never());
    let refused = client.with(once).get_subscriber(read()).await;
    assert_eq!((status(refused.unwrap_err()), server.requests().len()), (503, 1));
    let thrice = CallOptions::new().retries(Retries::at_most(3));
    let refused = client.with(thrice).get_subscriber(read()).await;
    assert_eq!((status(refused.unwrap_err()), server.requests().len()), (503, 5));
}

#[tokio::test]
async fn call_headers_override_client_headers() {
    let server = Server::start(vec![json(200, "{}"); 2]).await;
    let agent = HeaderValue::from_static("house/1");
    let client = server.builder().header(header::USER_AGENT, agent).build().unwrap();
    let language = HeaderValue::from_static("en");
    let call = HeaderValue::from_static("call/2");
    let options = CallOptions::new()
        .header(header::ACCEPT_LANGUAGE, language)
        .header(header::USER_AGENT, call);
    client.with(options).get_subscriber(read()).await.unwrap();
    client.get_subscriber(read()).await.unwrap();
    let [first, second] = server.requests().try_into().unwrap();
    let has = |request: &str, line: &str| request.contains(&format!("\r\n{line}\r\n"));
    assert!(has(&first, "user-agent: call/2") && has(&first, "accept-language: en"), "{first}");
    assert!(has(&second, "user-agent: house/1"), "{second}");
    assert!(!second.contains("accept-language"), "the client itself is as it was: {second}");
    for request in [first, second] {
        assert!(has(&request, &format!("x-api-key: {KEY}")), "{request}");
        assert!(has(&request, "accept: application/json"), "{request}");
    }
}
