//! Sequences of attempts, against a scripted transport and on a paused clock.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use contract_runtime::{Api, NoRefusals};
use http::{Method, header};
use tokio::time::Instant;

use super::*;
use crate::{
    CallOptions, Client, ClientBuilder, ResponseFuture, ServiceClient, TransportErrorKind,
};

/// A service without refusals, whose error body is `{"error": "..."}`.
#[derive(Clone, Copy, Debug)]
pub struct TestApi;

impl Api for TestApi {
    const KEY_HEADER: &'static str = "x-test-key";

    type KeyError = NoRefusals;
    type ErrorKind = NoRefusals;
    type ErrorBody = BTreeMap<String, String>;

    fn error_body(message: String) -> Self::ErrorBody {
        BTreeMap::from([("error".to_owned(), message)])
    }

    fn error_message(mut body: Self::ErrorBody) -> String {
        body.remove("error").unwrap_or_default()
    }
}

impl ServiceClient for Client<TestApi> {
    type Api = TestApi;
}

/// Responds with these statuses in order and keeps the requests; 0 never responds, and 429
/// asks for a wait of 20 seconds.
#[derive(Clone, Default)]
struct Script {
    statuses: Arc<Mutex<Vec<u16>>>,
    sent: Arc<Mutex<Vec<http::Request<Bytes>>>>,
}

impl Transport for Script {
    fn send(&self, request: http::Request<Bytes>) -> ResponseFuture<'_> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        let status = self.statuses.lock().unwrap_or_else(PoisonError::into_inner).remove(0);
        Box::pin(async move {
            if status == 0 {
                std::future::pending::<()>().await;
            }
            let mut answer = http::Response::builder().status(status);
            if status == 429 {
                answer = answer.header(header::RETRY_AFTER, "20");
            }
            Ok(answer.body(Bytes::new()).expect("an answer"))
        })
    }
}

/// The result of a request, and every attempt that was sent for it.
type Outcome = (Result<u16, SendError>, Vec<http::Request<Bytes>>);

async fn outcome(method: Method, statuses: &[u16]) -> Outcome {
    outcome_with(CallOptions::new(), method, statuses).await
}

async fn outcome_with(options: CallOptions, method: Method, statuses: &[u16]) -> Outcome {
    let script = Script { statuses: Arc::new(Mutex::new(statuses.to_vec())), ..Script::default() };
    let client =
        ClientBuilder::<Client<TestApi>>::new("http://host/api/", "test/1").key("open sesame");
    let mut settings = client.transport(script.clone()).settings().expect("settings");
    options.apply(&mut settings, Some("x-test-key"));
    assert!(!format!("{settings:?}").contains("sesame"));
    let written = move || {
        let request = http::Request::builder().method(&method).uri("/books?a=b");
        let request = request.body(Bytes::from_static(b"body"));
        request.map_err(RequestError::Uri)
    };
    let answer = settings.attempts(&written).await.map(|raw| raw.status.as_u16());
    let sent = std::mem::take(&mut *script.sent.lock().unwrap_or_else(PoisonError::into_inner));
    (answer, sent)
}

#[tokio::test(start_paused = true)]
async fn a_read_is_repeated_until_it_succeeds() {
    let (answer, sent) = outcome(Method::GET, &[503, 0, 200]).await;
    assert!(matches!(answer, Ok(200)));
    assert_eq!(sent.len(), 3);
    for request in sent {
        assert_eq!(request.uri(), "http://host/api/books?a=b");
        assert_eq!(request.headers()["x-test-key"], "open sesame");
        assert_eq!(request.headers()[header::ACCEPT], "application/json");
        assert_eq!(request.into_body(), "body");
    }
}

#[tokio::test(start_paused = true)]
async fn the_last_response_is_returned_when_retries_are_exhausted() {
    let (answer, sent) = outcome(Method::GET, &[503, 502, 503, 200]).await;
    assert!(matches!(answer, Ok(503)));
    assert_eq!(sent.len(), 3);
}

/// The kind of the transport error.
fn lost(answer: Result<u16, SendError>) -> TransportErrorKind {
    match answer {
        Err(SendError::Transport(error)) => error.kind(),
        _ => panic!("no response was expected"),
    }
}

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

#[tokio::test(start_paused = true)]
async fn a_call_is_aborted_at_its_deadline() {
    let (options, start) = (CallOptions::new().deadline(seconds(40)), Instant::now());
    let (answer, sent) = outcome_with(options, Method::GET, &[0, 0, 200]).await;
    assert_eq!(lost(answer), TransportErrorKind::TimedOut);
    assert_eq!((sent.len(), start.elapsed().as_secs()), (2, 40));
}

#[tokio::test(start_paused = true)]
async fn attempts_have_their_own_limit_without_a_deadline() {
    let (options, start) = (CallOptions::new().deadline(None), Instant::now());
    let options = options.timeout(seconds(100));
    let (answer, sent) = outcome_with(options, Method::GET, &[0, 0, 0, 200]).await;
    assert_eq!(lost(answer), TransportErrorKind::TimedOut);
    assert_eq!((sent.len(), start.elapsed().as_secs()), (3, 300));
}

#[tokio::test(start_paused = true)]
async fn the_default_deadline_is_two_minutes() {
    let (options, start) = (CallOptions::new().timeout(None), Instant::now());
    let (answer, sent) = outcome_with(options, Method::GET, &[0, 200]).await;
    assert_eq!(lost(answer), TransportErrorKind::TimedOut);
    assert_eq!((sent.len(), start.elapsed().as_secs()), (1, 120));
}

#[tokio::test(start_paused = true)]
async fn a_wait_beyond_the_deadline_is_skipped() {
    for (deadline, answer, attempts, took) in [(19, 429, 1, 0), (25, 200, 2, 20)] {
        let (options, start) = (CallOptions::new().deadline(seconds(deadline)), Instant::now());
        let (got, sent) = outcome_with(options, Method::POST, &[429, 200]).await;
        assert!(matches!(got, Ok(status) if status == answer));
        assert_eq!((sent.len(), start.elapsed().as_secs()), (attempts, took));
    }
}
