//! The transport that comes with the crate: reqwest with rustls.

use bytes::{Bytes, BytesMut};

use super::transport::{Sending, Transport, TransportError, TransportErrorKind};

/// Sends requests by [`reqwest`], over pooled connections.
#[derive(Clone, Debug)]
pub struct ReqwestTransport {
    client: reqwest::Client,
    largest_body: usize,
}

impl ReqwestTransport {
    /// The largest answer that is read unless told otherwise: 16 MiB.
    pub const LARGEST_BODY: usize = 16 * 1024 * 1024;

    /// A transport that follows no redirects and uses the system's proxies and certificates.
    ///
    /// If the process has chosen no cryptography for rustls yet, *ring* becomes its default.
    ///
    /// # Errors
    /// When the system's certificates cannot be used.
    pub fn new() -> Result<Self, TransportError> {
        if rustls::crypto::CryptoProvider::get_default().is_none() {
            // Another thread may have been quicker: then its choice stands.
            let _ = rustls::crypto::ring::default_provider().install_default();
        }
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .build();
        client.map(Self::with_client).map_err(in_words)
    }

    /// Uses a client made elsewhere: own certificates, proxies, a shared pool of connections.
    #[must_use]
    pub fn with_client(client: reqwest::Client) -> Self {
        Self {
            client,
            largest_body: Self::LARGEST_BODY,
        }
    }

    /// Sets how many bytes of an answer are read at most.
    #[must_use]
    pub fn largest_body(mut self, bytes: usize) -> Self {
        self.largest_body = bytes;
        self
    }

    async fn exchange(
        &self,
        request: http::Request<Bytes>,
    ) -> Result<http::Response<Bytes>, TransportError> {
        let request = request.try_into().map_err(in_words)?;
        let mut response = self.client.execute(request).await.map_err(in_words)?;
        let mut body = BytesMut::new();
        while let Some(chunk) = response.chunk().await.map_err(in_words)? {
            if body.len() + chunk.len() > self.largest_body {
                return Err(TransportError::new(TransportErrorKind::TooLarge));
            }
            body.extend_from_slice(&chunk);
        }
        let mut answer = http::Response::new(body.freeze());
        *answer.status_mut() = response.status();
        *answer.version_mut() = response.version();
        *answer.headers_mut() = std::mem::take(response.headers_mut());
        Ok(answer)
    }
}

impl Transport for ReqwestTransport {
    fn send(&self, request: http::Request<Bytes>) -> Sending<'_> {
        Box::pin(self.exchange(request))
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
    // The URL may hold an address or another thing that should not be in logs.
    TransportError::new(kind).with_source(error.without_url())
}
