//! A service on a free port with the demo data, and two ways to call it.

use std::fmt::Debug;
use std::time::Duration;

use referral_client::{Client, Error, ReqwestTransport};
use referral_reference::operations;
use referral_reference::server::{self, ConnectionLimit};
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use reqwest::{Body, Method};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::database::Database;
use crate::support::{TestContext, demo};

/// The header that carries the key.
pub const KEY: &str = "X-Api-Key";

/// Limits that no test reaches.
const LIMITS: server::Limits =
    server::Limits { header_time: Duration::from_secs(600), idle_time: Duration::from_secs(600) };

/// A running service; it stops when dropped.
pub struct TestServer {
    pub context: TestContext,
    pub base_url: String,
    http: reqwest::Client,
    server: JoinHandle<()>,
}

impl TestServer {
    /// Starts a service with the demo data in memory.
    pub async fn start() -> TestServer {
        TestServer::of(TestContext::new().await).await
    }

    /// Starts a service with the demo data in this database.
    pub async fn on(database: Database) -> TestServer {
        TestServer::of(TestContext::of(&demo(), database).await).await
    }

    /// Starts a service on an existing context.
    pub async fn of(context: TestContext) -> TestServer {
        // Another test may have installed the logger.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}", listener.local_addr().unwrap());
        let router = operations::router(context.service.clone());
        let server = tokio::spawn(async move {
            // The service would stop if the sender were dropped.
            let (_stop, stopping) = watch::channel(false);
            server::serve(listener, router, LIMITS, ConnectionLimit::new(1000), stopping).await;
        });
        TestServer { context, base_url, http, server }
    }

    /// The generated client with the key of this name.
    pub fn client(&self, label: &str) -> Client {
        self.client_with(Some(self.context.key(label)))
    }

    /// The generated client with any key, or without.
    pub fn client_with(&self, key: Option<&str>) -> Client {
        let transport = ReqwestTransport::with_client(self.http.clone());
        let builder = Client::builder(&self.base_url).transport(transport);
        match key {
            Some(key) => builder.key(key),
            None => builder,
        }
        .build()
        .unwrap()
    }

    /// A request without headers and body, not sent yet.
    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.http.request(method, format!("{}{path}", self.base_url))
    }

    /// The answer to a request with the main account's key.
    pub async fn ask(&self, method: Method, path: &str, body: impl Into<Body>) -> Seen {
        self.ask_as("main", method, path, body).await
    }

    /// The answer to a request with the key of this name.
    pub async fn ask_as(
        &self,
        label: &str,
        method: Method,
        path: &str,
        body: impl Into<Body>,
    ) -> Seen {
        let request = self.request(method, path).header(KEY, self.context.key(label));
        seen(request.header(CONTENT_TYPE, "application/json").body(body)).await
    }

    /// Status and message of the refusal of a request with the main account's key.
    pub async fn refusal(
        &self,
        method: Method,
        path: &str,
        body: impl Into<Body>,
    ) -> (u16, String) {
        self.ask(method, path, body).await.refusal()
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Status and documented error of a call that must be refused.
pub fn refused<T: Debug, E: Debug>(result: Result<T, Error<E>>) -> (u16, E) {
    match result {
        Err(Error::Refused { error, raw }) => (raw.status.as_u16(), error),
        other => panic!("{other:?}"),
    }
}

/// An answer as received.
#[derive(Debug)]
pub struct Seen {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Value,
}

/// Sends the request. The answer must be JSON with the headers of every answer.
pub async fn seen(request: reqwest::RequestBuilder) -> Seen {
    let answer = request.send().await.unwrap();
    let status = answer.status().as_u16();
    let headers = answer.headers().clone();
    let text = answer.text().await.unwrap();
    assert_eq!(headers["content-type"], "application/json", "{status} {text}");
    assert_eq!(headers["cache-control"], "no-store");
    assert!(headers["x-request-id"].to_str().unwrap().starts_with("req_"));
    let body = serde_json::from_str(&text);
    Seen {
        status,
        headers,
        body: body.unwrap_or_else(|error| panic!("{status} {text:?}: {error}")),
    }
}

impl Seen {
    /// Status and message of an answer, which must be an error.
    pub fn refusal(self) -> (u16, String) {
        assert!((400..500).contains(&self.status), "{self:?}");
        (self.status, self.message())
    }

    /// The message of the error envelope, which must have no other member.
    pub fn message(&self) -> String {
        let members = self.body.as_object().unwrap();
        assert_eq!(members.keys().collect::<Vec<_>>(), ["error"], "{self:?}");
        let message = members["error"].as_str().unwrap();
        assert!(!message.is_empty());
        message.to_owned()
    }
}
