//! Retries.

use std::time::Duration;

use http::{HeaderName, HeaderValue};
use referral_client::models::CreateSubscriberRequest;
use referral_client::{CallOptions, Error, Retries};

use crate::server::{Server, json, read, with_header};

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
async fn answer_with_a_too_long_retry_after_is_returned() {
    let server = Server::start(vec![with_header(429, "retry-after: 1", "")]).await;
    let impatient = Retries { longest_wait: Duration::from_millis(999), ..Retries::default() };
    let client = server.builder().retries(impatient).build().unwrap();
    let busy = client.get_subscriber(read()).await.unwrap_err();
    assert_eq!(busy.status().unwrap(), 429);
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
async fn deadline_bounds_all_attempts() {
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
async fn unrepresentable_waits_are_skipped() {
    let ages = with_header(429, "retry-after: 18446744073709551615", "");
    let server = Server::start(vec![ages]).await;
    let patient =
        Retries { limit: 1, first_wait: Duration::from_secs(5), longest_wait: Duration::MAX };
    let client = server.builder().random(|| u32::MAX).retries(patient);
    let busy = client.build().unwrap().get_subscriber(read()).await;
    assert_eq!(busy.unwrap_err().status().unwrap(), 429);
}
