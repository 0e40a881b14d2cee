//! Requests over HTTP/1.1, with TLS where the base URL says so.
//!
//! HTTP/2 knows only lower-case names of headers, so the documented spelling could not be sent. The client
//! writes `Header-Name` and `header-name`; other spellings are written by hand. Redirects are never followed: where a request goes is part of what is judged.

mod fault;
mod raw_request;

use std::fmt;
use std::mem::take;
use std::sync::OnceLock;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Certificate, Client, ClientBuilder, Url};
use spec::Method;

use super::transport::{ResponseFuture, Transport};
use crate::exchange::{Fault, Request, Response};
use crate::scenario::HeaderCase;
use crate::target::BaseUrl;

/// Longer answers are not taken in.
const LONGEST_ANSWER: usize = 8 * 1024 * 1024;
/// Who does not take a connection by then is not there.
const LONGEST_CONNECT: Duration = Duration::from_secs(10);
/// Servers and gates close idle connections, often after five seconds; a request on one that is just
/// being closed would break for no reason.
const LONGEST_IDLE: Duration = Duration::from_secs(4);

/// Content type of every body that is sent.
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// How to reach a service.
#[derive(Clone)]
pub struct HttpOptions {
    /// Where it is.
    pub base_url: BaseUrl,
    /// How long an answer may take.
    pub timeout: Duration,
    /// Certificates of its own authority, in PEM.
    pub authority: Option<Vec<u8>>,
    /// Headers for gates before the service.
    pub headers: Vec<(String, String)>,
}

/// Without the values of headers.
impl fmt::Debug for HttpOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<_> = self.headers.iter().map(|(name, _)| name).collect();
        f.debug_struct("HttpOptions")
            .field("base_url", &self.base_url)
            .field("timeout", &self.timeout)
            .field("authority", &self.authority.as_ref().map(Vec::len))
            .field("headers", &headers)
            .finish()
    }
}

/// No client can be made of the options.
#[derive(Debug, thiserror::Error)]
pub enum HttpClientError {
    /// A name or value of a header.
    #[error("`{0}` is no header that can be sent")]
    Header(String),
    /// The certificates.
    #[error("the certificates cannot be read: {0}")]
    Authority(reqwest::Error),
    /// There is none of them.
    #[error("there is no certificate in PEM form; it begins with `-----BEGIN CERTIFICATE-----`")]
    NoAuthority,
    /// Anything else.
    #[error("no HTTP client can be made: {0}")]
    Client(reqwest::Error),
}

/// A transport over HTTP.
pub struct HttpTransport {
    options: HttpOptions,
    headers: HeaderMap,
    /// Writes `Header-Names` over HTTP/1.1; most of the time that is the documented spelling.
    titled: Client,
    /// Writes `header-names`. Few requests do, and a client is not cheap where there is TLS: it reads
    /// all authorities of the system.
    lower: OnceLock<Client>,
}

impl HttpTransport {
    /// Makes the client; nothing is sent yet.
    ///
    /// # Errors
    /// [`HttpClientError`] when the options cannot be used.
    pub fn new(options: HttpOptions) -> Result<Self, HttpClientError> {
        // A second transport in one process finds the provider installed already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut headers = HeaderMap::new();
        for (name, value) in &options.headers {
            let (name, value) = header(name, value)?;
            headers.insert(name, value);
        }
        let titled = builder(&options)?.http1_title_case_headers();
        let titled = titled.build().map_err(HttpClientError::Client)?;
        Ok(Self {
            options,
            headers,
            titled,
            lower: OnceLock::new(),
        })
    }

    async fn exchange(&self, request: &Request) -> Result<Response, Fault> {
        let url = url(&self.options.base_url, &request.target)?;
        if is_by_hand(request) {
            let longest = self.options.timeout;
            return raw_request::exchange(&url, &self.headers, request, longest).await;
        }
        let mut builder = self
            .client(request)?
            .request(method(request.method), url)
            .headers(self.headers.clone());
        for (name, value) in &request.headers {
            builder = builder.header(name, value);
        }
        if let Some(body) = &request.body {
            builder = builder.header(CONTENT_TYPE, JSON).body(body.clone());
        }
        let answer = builder.send().await.map_err(fault::of)?;
        read(answer).await
    }

    /// The client that spells the names of headers as the request does.
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

/// Whether a header's name is in a case that no client writes.
fn is_by_hand(request: &Request) -> bool {
    let mut names = request.headers.iter().map(|(name, _)| name);
    names.any(|name| HeaderCase::Upper.is_of(name) || HeaderCase::Mixed.is_of(name))
}

impl Transport for HttpTransport {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        Box::pin(self.exchange(request))
    }
}

/// A URL that goes out as it is written. What is cleaned up on the way, such as `/../`, would ask for
/// something else than the scenario does.
fn url(base: &BaseUrl, target: &str) -> Result<Url, Fault> {
    let url = base.below(target);
    if base.target_of(&url) == Some(target) {
        return Ok(url);
    }
    let text = base.join(target);
    Err(Fault::Unsendable(format!(
        "`{text}` would be sent as `{url}`"
    )))
}

fn builder(options: &HttpOptions) -> Result<ClientBuilder, HttpClientError> {
    let mut builder = Client::builder()
        .user_agent(concat!(
            env!("CARGO_PKG_NAME"),
            "/",
            env!("CARGO_PKG_VERSION")
        ))
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .referer(false)
        .http1_only()
        .pool_idle_timeout(LONGEST_IDLE)
        .connect_timeout(options.timeout.min(LONGEST_CONNECT))
        .timeout(options.timeout);
    let here = options.base_url.is_loopback();
    if here {
        // A proxy cannot reach what is on this machine only.
        builder = builder.no_proxy();
    }
    let own = authority(options)?;
    if here && options.base_url.is_plain() {
        // Nobody has to prove anything, so the authorities of the system are not read: that takes longer
        // than all else before the first request, and there may be none.
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

async fn read(mut answer: reqwest::Response) -> Result<Response, Fault> {
    let status = answer.status().as_u16();
    let announced = usize::try_from(answer.content_length().unwrap_or_default());
    let announced = announced.ok().filter(|length| *length <= LONGEST_ANSWER);
    let announced = announced.ok_or(Fault::TooLarge(LONGEST_ANSWER))?;
    let mut body = Vec::with_capacity(announced);
    while let Some(chunk) = answer.chunk().await.map_err(fault::of)? {
        if body.len() + chunk.len() > LONGEST_ANSWER {
            return Err(Fault::TooLarge(LONGEST_ANSWER));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Response {
        status,
        headers: take(answer.headers_mut()),
        body,
    })
}

fn method(method: Method) -> reqwest::Method {
    match method {
        Method::Get => reqwest::Method::GET,
        Method::Post => reqwest::Method::POST,
        Method::Put => reqwest::Method::PUT,
        Method::Patch => reqwest::Method::PATCH,
        Method::Delete => reqwest::Method::DELETE,
    }
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
    fn a_url_goes_out_as_it_is_written_or_not_at_all() {
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
            for target in [
                "/../books",
                "/a/%2e%2E/b",
                "/a b",
                "/a#b",
                "/a\\b",
                "/a?b c",
            ] {
                let refused = url(&base, target);
                assert!(matches!(refused, Err(Fault::Unsendable(_))), "{target}");
            }
        }
    }
}
