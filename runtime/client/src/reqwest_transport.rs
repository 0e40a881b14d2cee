//! The transport over reqwest and rustls.

use bytes::{Bytes, BytesMut};
use http::Uri;
use reqwest::{Response, Url};

use crate::transport::{ResponseFuture, Transport, TransportError, TransportErrorKind};

/// Sends requests with [`reqwest`], over pooled connections.
#[derive(Clone, Debug)]
pub struct ReqwestTransport {
    client: reqwest::Client,
    largest_body: usize,
}

impl ReqwestTransport {
    /// The default limit of a response body: 16 MiB.
    pub const LARGEST_BODY: usize = 16 * 1024 * 1024;

    /// A transport that follows no redirects and uses the proxies and certificates of the system.
    ///
    /// If the process has no default crypto provider of rustls, *ring* becomes the default.
    ///
    /// # Errors
    /// When the certificates of the system cannot be used.
    pub fn new() -> Result<Self, TransportError> {
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            // Another thread may have installed one first: then that remains.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build();
        client.map(Self::with_client).map_err(in_words)
    }

    /// Uses a configured client, for example with other certificates or proxies.
    #[must_use]
    pub fn with_client(client: reqwest::Client) -> Self {
        Self { client, largest_body: Self::LARGEST_BODY }
    }

    /// Limits the size of a response body, in bytes.
    #[must_use]
    pub fn largest_body(mut self, bytes: usize) -> Self {
        self.largest_body = bytes;
        self
    }

    /// Starts the request. The returned future is small, as it is boxed.
    fn start(
        &self,
        request: http::Request<Bytes>,
    ) -> Result<impl Future<Output = Result<Response, reqwest::Error>> + use<>, TransportError>
    {
        let (parts, body) = request.into_parts();
        let mut request = reqwest::Request::new(parts.method, url(&parts.uri)?);
        *request.headers_mut() = parts.headers;
        *request.version_mut() = parts.version;
        *request.body_mut() = Some(body.into());
        Ok(self.client.execute(request))
    }

    async fn read(&self, mut response: Response) -> Result<http::Response<Bytes>, TransportError> {
        let mut answer = http::Response::new(self.body(&mut response).await?);
        *answer.status_mut() = response.status();
        *answer.version_mut() = response.version();
        *answer.headers_mut() = std::mem::take(response.headers_mut());
        Ok(answer)
    }

    /// The whole body; a single chunk is not copied.
    async fn body(&self, response: &mut Response) -> Result<Bytes, TransportError> {
        let (mut first, mut all) = (Bytes::new(), BytesMut::new());
        while let Some(chunk) = response.chunk().await.map_err(in_words)? {
            if first.len().max(all.len()) + chunk.len() > self.largest_body {
                return Err(TransportError::new(TransportErrorKind::TooLarge));
            }
            if first.is_empty() {
                first = chunk;
                continue;
            }
            if all.is_empty() {
                all.extend_from_slice(&first);
            }
            all.extend_from_slice(&chunk);
        }
        Ok(if all.is_empty() { first } else { all.freeze() })
    }
}

/// The address as a `Url`, parsed from one text.
fn url(uri: &Uri) -> Result<Url, TransportError> {
    let (scheme, target) = (uri.scheme_str(), uri.path_and_query());
    let authority = uri.authority().map_or("", |authority| authority.as_str());
    let text = [
        scheme.unwrap_or_default(),
        "://",
        authority,
        target.map_or("/", |target| target.as_str()),
    ];
    Url::parse(&text.concat())
        .map_err(|error| TransportError::new(TransportErrorKind::InvalidAddress).with_source(error))
}

impl Transport for ReqwestTransport {
    fn send(&self, request: http::Request<Bytes>) -> ResponseFuture<'_> {
        let started = self.start(request);
        Box::pin(async move { self.read(started?.await.map_err(in_words)?).await })
    }
}

fn in_words(error: reqwest::Error) -> TransportError {
    let kind = if error.is_connect() {
        TransportErrorKind::NotConnected
    } else if error.is_timeout() {
        TransportErrorKind::TimedOut
    } else {
        TransportErrorKind::Broken
    };
    // The URL may contain personal data that must not appear in logs.
    TransportError::new(kind).with_source(error.without_url())
}
