//! Keys and personal data are not in logs or debug output.

use std::cell::RefCell;
use std::io::Write;

use http::{HeaderName, HeaderValue};
use referral_client::models::{CreateSubscriberRequest, KEY_HEADER};
use referral_client::{CallOptions, Client};
use tracing::Level;
use tracing_subscriber::fmt::format::FmtSpan;

use crate::server::{Action, KEY, Server, json, read, with_header};

thread_local! {
    /// Log of the test on this thread.
    static LOG: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Writes to the log of the current test.
struct Log;

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        LOG.with_borrow_mut(|log| log.write(bytes))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Starts capturing logs at the finest level.
fn listen() {
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(Level::TRACE)
        .with_span_events(FmtSpan::CLOSE)
        .with_ansi(false)
        .with_writer(|| Log)
        .finish();
    // A thread-local subscriber would miss callsites that another thread registers first.
    tracing::subscriber::set_global_default(subscriber).unwrap();
}

#[tokio::test]
async fn logs_contain_the_operation_and_no_secrets() {
    listen();
    let taken = json(422, r#"{"error":"Email has already been taken"}"#);
    let busy = with_header(503, "server: tired", "");
    let server = Server::start(vec![busy, json(200, r#"{"name":"Ann B."}"#), taken]).await;
    let client = server.client();
    client.get_subscriber(read()).await.unwrap();
    let request = CreateSubscriberRequest::new("bob@example.com").name("Bob Miller");
    client.create_subscriber(request).await.unwrap_err();
    let log = String::from_utf8(LOG.take()).unwrap();
    let span = r#"call{operation="get_subscriber" method="GET" path="/v2/subscribers/{identifier}" attempts=2 status=200}"#;
    assert!(log.contains(span), "{log}");
    assert!(log.contains("sent again status=503"), "{log}");
    for secret in [KEY, "ann@example", "ann%40example", "bob@example", "Bob Miller", "Ann B."] {
        assert!(!log.contains(secret), "{secret} is logged:\n{log}");
    }
}

#[tokio::test]
async fn debug_output_contains_no_key() {
    let server = Server::start(vec![Action::Say("HTTP/1.1 ???\r\n\r\n".to_owned()); 3]).await;
    let key = || HeaderValue::from_static(KEY);
    let name = || HeaderName::try_from(KEY_HEADER).unwrap();
    let builder = server.builder().header(name(), key());
    let options = CallOptions::new().header(name(), key());
    let mut shown = format!("{builder:?} {options:?}");
    let client = builder.build().unwrap();
    let error = client.get_subscriber(read()).await.unwrap_err();
    let with = client.with(options);
    shown.push_str(&format!("{client:?} {with:?} {error:?} {error}"));
    let mut source = std::error::Error::source(&error);
    while let Some(cause) = source {
        shown.push_str(&format!(" {cause} {cause:?}"));
        source = cause.source();
    }
    assert!(!shown.contains(KEY), "{shown}");
    assert!(shown.contains("Sensitive"), "{shown}");
    // Paths contain e-mail addresses, which must not be logged either.
    assert!(!shown.contains("ann"), "{shown}");
}

#[tokio::test]
async fn base_url_with_a_password_is_refused_without_repeating_it() {
    let error = Client::builder("https://ann:sesame@host").build().unwrap_err();
    assert!(!format!("{error} {error:?}").contains("sesame"), "{error:?}");
}
