//! HTTP/1.1 transport, with TLS for `https` base URLs.
//!
//! HTTP/2 allows lower-case header names only, so the documented spelling could not be sent. The client writes
//! `Header-Name` or `header-name`; requests with other spellings are written by `raw_request`. Redirects are
//! not followed, because the status is what is judged.

mod fault;
mod raw_request;

use std::fmt;
use std::mem::take;
use std::sync::OnceLock;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Certificate, Client, ClientBuilder, Method, Url};
use tokio::sync::Semaphore;

use super::{ResponseFuture, Transport};
use crate::exchange::{Fault, Request, Response};
use crate::scenario::HeaderCase;
use crate::target::BaseUrl;

/// Limit for the length of an answer, in bytes.
const MAX_ANSWER_BYTES: usize = 8 * 1024 * 1024;
/// An answer beyond this size is only read while no other large one is read.
const SMALL_ANSWER_BYTES: usize = 256 * 1024;
/// Time-out for connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Servers and gateways close idle connections, often after five seconds. A request on a connection that is
/// being closed would fail for no reason.
const MAX_IDLE_TIME: Duration = Duration::from_secs(4);

/// Content type of all request bodies.
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Options of [`HttpTransport`].
#[derive(Clone)]
pub struct HttpOptions {
    /// Base URL of the service.
    pub base_url: BaseUrl,
    /// Time-out for an answer.
    pub timeout: Duration,
    /// Certificates of a private authority, in PEM.
    pub authority: Option<Vec<u8>>,
    /// Additional headers, for gateways in front of the service.
    pub headers: Vec<(String, String)>,
}

/// Omits header values, which may be secrets.
impl fmt::Debug for HttpOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        let mut options = f.debug_struct("HttpOptions");
        options.field("base_url", &self.base_url).field("headers", &headers).finish_non_exhaustive()
    }
}

/// The options are invalid.
#[derive(Debug, thiserror::Error)]
pub enum HttpClientError {
    /// Invalid name or value of a header.
    #[error("`{0}` is not a valid header")]
    Header(String),
    /// Unreadable certificates.
    #[error("the certificates cannot be read: {0}")]
    Authority(reqwest::Error),
    /// A PEM file without certificates.
    #[error("no PEM certificate found; one begins with `-----BEGIN CERTIFICATE-----`")]
    NoAuthority,
    /// Any other error of the HTTP client.
    #[error("the HTTP client cannot be created: {0}")]
    Client(reqwest::Error),
}

/// Sends requests over HTTP.
pub struct HttpTransport {
    options: HttpOptions,
    headers: HeaderMap,
    /// Writes `Header-Names`, in most cases the documented spelling.
    titled: Client,
    /// Writes `header-names`. Created on first use: few requests need it, and with TLS it loads the system's
    /// certificates.
    lower: OnceLock<Client>,
    /// One permit, for reading a large answer.
    large: Semaphore,
}

impl HttpTransport {
    /// Creates the client without connecting. Fails with [`HttpClientError`] when the options are
    /// invalid.
    pub fn new(options: HttpOptions) -> Result<Self, HttpClientError> {
        // Fails if another transport of the process has installed the provider, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut headers = HeaderMap::new();
        for (name, value) in &options.headers {
            let (name, value) = header(name, value)?;
            headers.insert(name, value);
        }
        let titled = builder(&options)?.http1_title_case_headers();
        let titled = titled.build().map_err(HttpClientError::Client)?;
        Ok(Self { options, headers, titled, lower: OnceLock::new(), large: Semaphore::new(1) })
    }

    async fn exchange(&self, request: &Request) -> Result<Response, Fault> {
        let url = url(&self.options.base_url, &request.target)?;
        if needs_raw_request(request) {
            let longest = self.options.timeout;
            return raw_request::exchange(&url, &self.headers, request, longest, &self.large).await;
        }
        let method = Method::from_bytes(request.method.as_str().as_bytes())
            .map_err(|error| Fault::Unsendable(error.to_string()))?;
        let mut builder = self.client(request)?.request(method, url).headers(self.headers.clone());
        for (name, value) in &request.headers {
            builder = builder.header(name, value);
        }
        if let Some(body) = &request.body {
            builder = builder.header(CONTENT_TYPE, JSON).body(body.clone());
        }
        let answer = builder.send().await.map_err(fault::from_client_error)?;
        read_answer(answer, &self.large).await
    }

    /// The client that spells header names as the request does.
    fn client(&self, request: &Request) -> Result<&Client, Fault> {
        let is_lower = |(name, _): &(String, String)| name.bytes().all(|b| !b.is_ascii_uppercase());
        if request.headers.is_empty() || !request.headers.iter().all(is_lower) {
            return Ok(&self.titled);
        }
        if let Some(lower) = self.lower.get() {
            return Ok(lower);
        }
        let made = builder(&self.options)
            .and_then(|builder| builder.build().map_err(HttpClientError::Client))
            .map_err(|error| Fault::Unsendable(error.to_string()))?;
        Ok(self.lower.get_or_init(|| made))
    }
}

/// Whether a header name has a spelling that no client writes.
fn needs_raw_request(request: &Request) -> bool {
    let mut names = request.headers.iter().map(|(name, _)| name);
    names.any(|name| HeaderCase::Upper.is_case_of(name) || HeaderCase::Mixed.is_case_of(name))
}

impl Transport for HttpTransport {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        Box::pin(self.exchange(request))
    }
}

/// The URL exactly as written. Rejects URLs that normalization would change, such as ones with `/../`.
fn url(base: &BaseUrl, target: &str) -> Result<Url, Fault> {
    let url = base.below(target);
    if base.target_of(&url) == Some(target) {
        return Ok(url);
    }
    let text = base.join(target);
    Err(Fault::Unsendable(format!("`{text}` would be sent as `{url}`")))
}

fn builder(options: &HttpOptions) -> Result<ClientBuilder, HttpClientError> {
    let mut builder = Client::builder()
        .user_agent(concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .referer(false)
        .http1_only()
        .pool_idle_timeout(MAX_IDLE_TIME)
        .connect_timeout(options.timeout.min(CONNECT_TIMEOUT))
        .timeout(options.timeout);
    let here = options.base_url.is_loopback();
    if here {
        // A proxy cannot reach the local host's services.
        builder = builder.no_proxy();
    }
    let own = authority(options)?;
    if here && options.base_url.is_plain() {
        // No server certificate is verified, so skip the system's certificates: loading them takes longer than
        // everything else before the first request, and there may be none.
        Ok(builder.tls_certs_only(own))
    } else if own.is_empty() {
        Ok(builder)
    } else {
        Ok(builder.tls_certs_merge(own))
    }
}

fn authority(options: &HttpOptions) -> Result<Vec<Certificate>, HttpClientError> {
    let Some(pem) = &options.authority else {
        return Ok(Vec::new());
    };
    let certificates = Certificate::from_pem_bundle(pem).map_err(HttpClientError::Authority)?;
    if certificates.is_empty() {
        return Err(HttpClientError::NoAuthority);
    }
    Ok(certificates)
}

async fn read_answer(mut answer: reqwest::Response, large: &Semaphore) -> Result<Response, Fault> {
    let status = answer.status().as_u16();
    let announced = usize::try_from(answer.content_length().unwrap_or_default());
    let announced = announced.ok().filter(|length| *length <= MAX_ANSWER_BYTES);
    let announced = announced.ok_or(Fault::TooLarge(MAX_ANSWER_BYTES))?;
    let mut body = Vec::with_capacity(announced.min(SMALL_ANSWER_BYTES));
    let mut permit = None;
    while let Some(chunk) = answer.chunk().await.map_err(fault::from_client_error)? {
        if body.len() + chunk.len() > MAX_ANSWER_BYTES {
            return Err(Fault::TooLarge(MAX_ANSWER_BYTES));
        }
        if permit.is_none() && body.len() + chunk.len() > SMALL_ANSWER_BYTES {
            // The semaphore is never closed.
            permit = large.acquire().await.ok();
            body.reserve_exact(announced.saturating_sub(body.len()));
        }
        body.extend_from_slice(&chunk);
    }
    body.shrink_to_fit();
    Ok(Response { status, headers: take(answer.headers_mut()), body: body.into() })
}

fn header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), HttpClientError> {
    let bad = || HttpClientError::Header(name.to_owned());
    let mut sent = HeaderValue::from_str(value).map_err(|_| bad())?;
    sent.set_sensitive(true);
    Ok((name.parse().map_err(|_| bad())?, sent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_that_normalization_changes_are_rejected() {
        for base in ["http://h.example", "http://h.example/api/"] {
            let base: BaseUrl = base.parse().unwrap();
            for target in [
                "/books",
                "/books/a%2Fb@x.example?genre=a%2Cb&page=2",
                "/books/",
                "//books",
                "/books?",
                "/books/?a=%3F?",
                "/a%2F..%2Fb",
            ] {
                let sent = url(&base, target).unwrap();
                assert_eq!(sent.as_str(), base.join(target));
            }
            for target in ["/../books", "/a/%2e%2E/b", "/a b", "/a#b", "/a\\b", "/a?b c"] {
                let refused = url(&base, target);
                assert!(matches!(refused, Err(Fault::Unsendable(_))), "{target}");
            }
        }
    }
}
