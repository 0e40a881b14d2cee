//! HTTP/1.1 transport, with TLS for `https` base URLs.
//!
//! HTTP/2 allows lower-case header names only, so the documented spelling could not be sent. The client writes
//! `Header-Name` or `header-name`; requests with other spellings are written by `raw_request`. Redirects are
//! not followed, because the status is what is judged.

mod fault;
mod raw_request;
mod reuse;

use std::fmt;
use std::mem::take;
use std::sync::OnceLock;
use std::time::Duration;

use reqwest::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue,
    TRANSFER_ENCODING,
};
use reqwest::{Certificate, Client, ClientBuilder, Method, Url};
use tokio::sync::Semaphore;

use reuse::ConnectionReuse;

use super::{ResponseFuture, Transport};
use crate::exchange::{Fault, Request, Response};
use crate::scenario::HeaderCase;
use crate::target::BaseUrl;

/// Limit for the length of a response, in bytes.
const MAX_RESPONSE_BYTES: usize = 8 * 1024 * 1024;
/// A response beyond this size is only read while no other large one is read.
const SMALL_RESPONSE_BYTES: usize = 256 * 1024;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Servers and gateways close idle connections, often after five seconds, some after two. A request on a connection
/// that is being closed would fail for no reason.
const MAX_IDLE_TIME: Duration = Duration::from_secs(1);
/// Limit for the headers of a response. The client's own one is 100, which some gateways exceed.
const MAX_HEADERS: usize = 512;

/// Content type of request bodies, unless a request spells it otherwise.
const JSON: HeaderValue = HeaderValue::from_static("application/json");
/// The only content coding that is read.
const IDENTITY: HeaderValue = HeaderValue::from_static("identity");

/// Options of [`HttpTransport`].
#[derive(Clone)]
pub struct HttpOptions {
    /// Base URL of the service.
    pub base_url: BaseUrl,
    /// Time-out for a response.
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
    /// By whether a client writes `Header-Names`, in most cases the documented spelling, and whether it uses connections
    /// again. All but the one that does both are created on first use: few requests need them, and with TLS each loads
    /// the system's certificates.
    clients: [[OnceLock<Client>; 2]; 2],
    reuse: ConnectionReuse,
    /// One permit, for reading a large response.
    large: Semaphore,
}

impl HttpTransport {
    /// Creates the client without connecting. Fails with [`HttpClientError`] when the options are
    /// invalid.
    pub fn new(options: HttpOptions) -> Result<Self, HttpClientError> {
        // Fails if another transport of the process has installed the provider, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut headers = HeaderMap::from_iter([(ACCEPT_ENCODING, IDENTITY)]);
        for (name, value) in &options.headers {
            let (name, value) = header(name, value)?;
            headers.insert(name, value);
        }
        let usual = OnceLock::from(client(&options, true, true)?);
        let clients = [<[OnceLock<Client>; 2]>::default(), [OnceLock::new(), usual]];
        let (reuse, large) = (ConnectionReuse::default(), Semaphore::new(1));
        Ok(Self { options, headers, clients, reuse, large })
    }

    /// Sends a request. A read whose connection broke before a response is sent again, on a new one.
    async fn exchange(&self, request: &Request) -> Result<Response, Fault> {
        let url = url(&self.options.base_url, &request.target)?;
        if needs_raw_request(request) {
            let longest = self.options.timeout;
            return raw_request::exchange(&url, &self.headers, request, longest, &self.large).await;
        }
        let may_reuse = self.reuse.allows(request.method);
        let mut sent = self.send_on(request, url.clone(), may_reuse).await;
        if may_reuse && matches!(sent, Err(Fault::Broken(_))) {
            self.reuse.stop();
            if request.method.is_safe() {
                sent = self.send_on(request, url, false).await;
            }
        }
        read_response(sent?, &self.large).await
    }

    /// Sends a request on a new connection, or on a used one if there is any.
    async fn send_on(
        &self,
        request: &Request,
        url: Url,
        may_reuse: bool,
    ) -> Result<reqwest::Response, Fault> {
        let method = Method::from_bytes(request.method.as_str().as_bytes())
            .map_err(|error| Fault::Unsendable(error.to_string()))?;
        let client = self.client(request, may_reuse)?;
        let mut builder = client.request(method, url).headers(self.headers.clone());
        for (name, value) in &request.headers {
            builder = builder.header(name, value);
        }
        if let Some(body) = &request.body {
            if !has_media_type(request) {
                builder = builder.header(CONTENT_TYPE, JSON);
            }
            builder = builder.body(body.clone());
        }
        let response = builder.send().await.map_err(fault::from_client_error)?;
        if may_reuse {
            self.reuse.record(&response);
        }
        Ok(response)
    }

    /// The client that spells header names as the request does.
    fn client(&self, request: &Request, reuses: bool) -> Result<&Client, Fault> {
        let is_lower = |(name, _): &(String, String)| name.bytes().all(|b| !b.is_ascii_uppercase());
        let titled = request.headers.is_empty() || !request.headers.iter().all(is_lower);
        let made = &self.clients[usize::from(titled)][usize::from(reuses)];
        if let Some(made) = made.get() {
            return Ok(made);
        }
        let new = client(&self.options, titled, reuses);
        let new = new.map_err(|error| Fault::Unsendable(error.to_string()))?;
        Ok(made.get_or_init(|| new))
    }
}

/// Whether the request spells the media type of its body itself.
fn has_media_type(request: &Request) -> bool {
    request.headers.iter().any(|(name, _)| name.eq_ignore_ascii_case(CONTENT_TYPE.as_str()))
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

fn client(options: &HttpOptions, titled: bool, reuses: bool) -> Result<Client, HttpClientError> {
    let mut builder = builder(options)?;
    if titled {
        builder = builder.http1_title_case_headers();
    }
    if !reuses {
        builder = builder.pool_max_idle_per_host(0);
    }
    builder.build().map_err(HttpClientError::Client)
}

fn builder(options: &HttpOptions) -> Result<ClientBuilder, HttpClientError> {
    let mut builder = Client::builder()
        .user_agent(concat!("referral-conformance/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .referer(false)
        .http1_only()
        .http1_max_headers(MAX_HEADERS)
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

async fn read_response(
    mut response: reqwest::Response,
    large: &Semaphore,
) -> Result<Response, Fault> {
    let status = response.status().as_u16();
    let announced = usize::try_from(response.content_length().unwrap_or_default());
    let announced = announced.ok().filter(|length| *length <= MAX_RESPONSE_BYTES);
    let announced = announced.ok_or(Fault::TooLarge(MAX_RESPONSE_BYTES))?;
    let mut body = Vec::with_capacity(announced.min(SMALL_RESPONSE_BYTES));
    let mut permit = None;
    while let Some(chunk) = response.chunk().await.map_err(fault::from_client_error)? {
        if body.len() + chunk.len() > MAX_RESPONSE_BYTES {
            return Err(Fault::TooLarge(MAX_RESPONSE_BYTES));
        }
        if permit.is_none() && body.len() + chunk.len() > SMALL_RESPONSE_BYTES {
            // The semaphore is never closed.
            permit = large.acquire().await.ok();
            body.reserve_exact(announced.saturating_sub(body.len()));
        }
        body.extend_from_slice(&chunk);
    }
    body.shrink_to_fit();
    Ok(received(status, take(response.headers_mut()), body))
}

/// A response whose content coding is that of its body: none for an empty one, and also a transfer coding.
fn received(status: u16, mut headers: HeaderMap, body: Vec<u8>) -> Response {
    let codings = headers.get_all(TRANSFER_ENCODING).iter().filter_map(|it| it.to_str().ok());
    let mut codings = codings.flat_map(|all| all.split(',')).map(str::trim);
    let transfer = codings.find(|coding| !coding.eq_ignore_ascii_case("chunked"));
    if body.is_empty() {
        headers.remove(CONTENT_ENCODING);
    } else if let Some(Ok(coding)) = transfer.map(HeaderValue::from_str) {
        headers.insert(CONTENT_ENCODING, coding);
    }
    Response { status, headers, body: body.into() }
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
