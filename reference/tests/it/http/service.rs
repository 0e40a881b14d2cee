//! A service on a port of its own with the demo data, and two ways to call it.

use std::time::Duration;

use referral_client::{Client, ReqwestTransport};
use referral_reference::operations;
use referral_reference::server::{self, ConnectionLimit};
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use reqwest::{Body, Method};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::support::TestContext;

/// The header that carries the key.
pub const KEY: &str = "X-Api-Key";

/// Far away from everything that a test does.
const LIMITS: server::Limits = server::Limits {
    header_time: Duration::from_secs(600),
    idle_time: Duration::from_secs(600),
};

/// A running service; it ends with the test.
pub struct TestServer {
    pub context: TestContext,
    pub base_url: String,
    http: reqwest::Client,
    server: JoinHandle<()>,
}

impl TestServer {
    /// With the demo data in memory.
    pub async fn start() -> TestServer {
        TestServer::of(TestContext::new().await).await
    }

    /// Of a world that is there already.
    pub async fn of(context: TestContext) -> TestServer {
        // Another test may have been first.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}", listener.local_addr().unwrap());
        let router = operations::router(context.service.clone());
        let server = tokio::spawn(async move {
            // Kept as long as it serves: dropped, it would end it.
            let (_stop, stopping) = watch::channel(false);
            server::serve(
                listener,
                router,
                LIMITS,
                ConnectionLimit::new(1000),
                stopping,
            )
            .await;
        });
        TestServer {
            context,
            base_url,
            http,
            server,
        }
    }

    /// The generated client with the key the seed calls so.
    pub fn client(&self, label: &str) -> Client {
        self.client_with(Some(self.context.key(label)))
    }

    /// The generated client with any key, or none.
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

    /// A request with nothing but its line, not yet sent.
    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.http
            .request(method, format!("{}{path}", self.base_url))
    }

    /// The answer to any request with the main account's key.
    pub async fn ask(&self, method: Method, path: &str, body: impl Into<Body>) -> Seen {
        self.ask_as("main", method, path, body).await
    }

    /// The answer to any request with the key the seed calls so.
    pub async fn ask_as(
        &self,
        label: &str,
        method: Method,
        path: &str,
        body: impl Into<Body>,
    ) -> Seen {
        let request = self
            .request(method, path)
            .header(KEY, self.context.key(label));
        seen(request.header(CONTENT_TYPE, "application/json").body(body)).await
    }

    /// The refusal, in the envelope, of any request with the main account's key: status and message.
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

/// An answer as it came.
#[derive(Debug)]
pub struct Seen {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Value,
}

/// Sends the request. Whatever is sent, the answer is JSON and has what every answer has.
pub async fn seen(request: reqwest::RequestBuilder) -> Seen {
    let answer = request.send().await.unwrap();
    let status = answer.status().as_u16();
    let headers = answer.headers().clone();
    let text = answer.text().await.unwrap();
    assert_eq!(
        headers["content-type"], "application/json",
        "{status} {text}"
    );
    assert_eq!(headers["cache-control"], "no-store");
    assert!(
        headers["x-request-id"]
            .to_str()
            .unwrap()
            .starts_with("req_")
    );
    let body = serde_json::from_str(&text);
    Seen {
        status,
        headers,
        body: body.unwrap_or_else(|error| panic!("{status} {text:?}: {error}")),
    }
}

impl Seen {
    /// Status and message of what must be a refusal by the service, in the envelope and no more.
    pub fn refusal(self) -> (u16, String) {
        assert!((400..500).contains(&self.status), "{self:?}");
        (self.status, self.message())
    }

    /// The message of the envelope, which holds nothing else.
    pub fn message(&self) -> String {
        let members = self.body.as_object().unwrap();
        assert_eq!(members.keys().collect::<Vec<_>>(), ["error"], "{self:?}");
        let message = members["error"].as_str().unwrap();
        assert!(!message.is_empty());
        message.to_owned()
    }
}
