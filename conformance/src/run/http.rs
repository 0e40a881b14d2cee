//! Requests over HTTP/1.1 or HTTP/2, with TLS where the base URL says so.
//!
//! Redirects are never followed: where a request goes is part of what is judged.

use std::error::Error as _;
use std::time::Duration;

use bytes::BytesMut;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Certificate, Client, ClientBuilder};
use spec::Method;

use super::transport::{Reply, Transport};
use crate::exchange::{Fault, Request, Response};
use crate::target::BaseUrl;

/// Longer answers are not taken in.
const LONGEST_ANSWER: usize = 8 * 1024 * 1024;

/// How to reach a service.
#[derive(Clone, Debug)]
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

/// No client can be made of the options.
#[derive(Debug, thiserror::Error)]
pub enum Unbuildable {
    /// A name or value of a header.
    #[error("`{0}` is no header that can be sent")]
    Header(String),
    /// The certificates.
    #[error("the certificates cannot be read: {0}")]
    Authority(reqwest::Error),
    /// Anything else.
    #[error("no HTTP client can be made: {0}")]
    Client(reqwest::Error),
}

/// A transport over HTTP.
pub struct HttpTransport {
    base_url: BaseUrl,
    headers: HeaderMap,
    /// Writes `Header-Names` over HTTP/1.1; most of the time that is the documented spelling.
    titled: Client,
    /// Writes `header-names`.
    lower: Client,
}

impl HttpTransport {
    /// Makes the clients; nothing is sent yet.
    ///
    /// # Errors
    /// [`Unbuildable`] when the options cannot be used.
    pub fn new(options: HttpOptions) -> Result<Self, Unbuildable> {
        // A second transport in one process finds the provider installed already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut headers = HeaderMap::new();
        for (name, value) in &options.headers {
            let (name, value) = header(name, value)?;
            headers.insert(name, value);
        }
        let titled = builder(&options)?.http1_title_case_headers();
        let titled = titled.build().map_err(Unbuildable::Client)?;
        let lower = builder(&options)?.build().map_err(Unbuildable::Client)?;
        Ok(Self {
            base_url: options.base_url,
            headers,
            titled,
            lower,
        })
    }

    async fn exchange(&self, request: Request) -> Result<Response, Fault> {
        let is_lower = |(name, _): &(String, String)| name.bytes().all(|b| !b.is_ascii_uppercase());
        let lower = !request.headers.is_empty() && request.headers.iter().all(is_lower);
        let client = if lower { &self.lower } else { &self.titled };
        let url = self.base_url.join(&request.target);
        let mut builder = client
            .request(method(request.method), url)
            .headers(self.headers.clone());
        for (name, value) in &request.headers {
            builder = builder.header(name, value);
        }
        if let Some(body) = request.body {
            builder = builder
                .header("content-type", "application/json")
                .body(body);
        }
        let answer = builder.send().await.map_err(|error| fault(&error))?;
        read(answer).await
    }
}

impl Transport for HttpTransport {
    fn send(&self, request: Request) -> Reply<'_> {
        Box::pin(self.exchange(request))
    }
}

fn builder(options: &HttpOptions) -> Result<ClientBuilder, Unbuildable> {
    let mut builder = Client::builder()
        .user_agent(concat!(
            env!("CARGO_PKG_NAME"),
            "/",
            env!("CARGO_PKG_VERSION")
        ))
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .referer(false)
        .timeout(options.timeout);
    if options.base_url.is_loopback() {
        // A proxy cannot reach what is on this machine only.
        builder = builder.no_proxy();
    }
    if let Some(pem) = &options.authority {
        let certificates = Certificate::from_pem_bundle(pem).map_err(Unbuildable::Authority)?;
        builder = builder.tls_certs_merge(certificates);
    }
    Ok(builder)
}

async fn read(mut answer: reqwest::Response) -> Result<Response, Fault> {
    let status = answer.status().as_u16();
    let headers = answer.headers().iter();
    let headers = headers.map(|(name, value)| {
        (
            name.as_str().to_owned(),
            String::from_utf8_lossy(value.as_bytes()).into_owned(),
        )
    });
    let headers = headers.collect();
    let mut body = BytesMut::new();
    while let Some(chunk) = answer.chunk().await.map_err(|error| fault(&error))? {
        if body.len() + chunk.len() > LONGEST_ANSWER {
            return Err(Fault::TooLarge(LONGEST_ANSWER));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Response {
        status,
        headers,
        body: body.to_vec(),
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

fn header(name: &str, value: &str) -> Result<(HeaderName, HeaderValue), Unbuildable> {
    let bad = || Unbuildable::Header(name.to_owned());
    let mut sent = HeaderValue::from_str(value).map_err(|_| bad())?;
    sent.set_sensitive(true);
    Ok((name.parse().map_err(|_| bad())?, sent))
}

/// The innermost cause says what went wrong; the outer ones repeat the URL.
fn fault(error: &reqwest::Error) -> Fault {
    if error.is_timeout() {
        return Fault::Timeout;
    }
    let mut cause = error.source();
    let mut text = String::new();
    while let Some(error) = cause {
        text = error.to_string();
        cause = error.source();
    }
    if error.is_connect() {
        Fault::Connect(text)
    } else {
        Fault::Broken(text)
    }
}
