//! Sends a request: attempts, waits and time limits. Nothing here depends on the service.

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use contract_runtime::{OperationInfo, RawResponse, Repeatable, RequestError};
use http::HeaderMap;
use http::uri::PathAndQuery;
use tracing::{Instrument, Span, debug, field, info_span};

use crate::error::SendError;
use crate::limits::{Clock, Limits};
use crate::{BaseUrl, Retries, Transport, TransportError};

/// Makes the request of an attempt. Most requests are sent once, so that no copy of the first is kept.
pub(crate) type MakeRequest<'a> =
    dyn Fn() -> Result<http::Request<Bytes>, RequestError> + Sync + 'a;

/// The settings of a client.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) base_url: BaseUrl,
    /// Sent with every request, the key among them.
    pub(crate) headers: HeaderMap,
    /// The key as a pair of the query, if that is its place.
    pub(crate) key_query: Option<String>,
    pub(crate) limits: Limits,
    pub(crate) retries: Retries,
    /// Whether requests that write may be repeated like those that read.
    pub(crate) idempotent: bool,
    pub(crate) random: Arc<dyn Fn() -> u32 + Send + Sync>,
    pub(crate) transport: Arc<dyn Transport>,
}

impl Settings {
    /// Sends a request as often as the retries allow, and returns any response.
    ///
    /// The span and its events hold no value of the caller: neither key, nor body, nor path as sent.
    pub(crate) async fn exchange(
        &self,
        info: &'static OperationInfo,
        request: &MakeRequest<'_>,
    ) -> Result<RawResponse, SendError> {
        let (operation, method, path) = (info.id, info.method.as_str(), info.path);
        let (status, attempts) = (field::Empty, field::Empty);
        let span = info_span!("call", operation, method, path, status, attempts);
        self.attempts(request).instrument(span).await
    }

    pub(crate) async fn attempts(
        &self,
        request: &MakeRequest<'_>,
    ) -> Result<RawResponse, SendError> {
        let clock = Clock::start(self.limits);
        let mut done = 0;
        loop {
            let request = request()?;
            let has_key = request.extensions().get::<Repeatable>().is_some();
            let repeatable = self.idempotent || has_key || request.method().is_safe();
            let request = self.address(request)?;
            let result = clock.limit(self.transport.send(request)).await;
            let random = || (self.random)();
            let wait = self.retries.wait(repeatable, &result, done, random);
            let Some(wait) = wait.filter(|wait| clock.has(*wait)) else {
                Span::current().record("attempts", done + 1);
                return finish(result);
            };
            match &result {
                Ok(response) => debug!(status = response.status().as_u16(), ?wait, "sent again"),
                Err(error) => debug!(%error, ?wait, "sent again"),
            }
            tokio::time::sleep(wait).await;
            done += 1;
        }
    }

    /// Puts the request below the base URL and adds the headers that every request carries.
    fn address(
        &self,
        mut request: http::Request<Bytes>,
    ) -> Result<http::Request<Bytes>, RequestError> {
        let target = std::mem::take(request.uri_mut()).into_parts();
        let target = target.path_and_query;
        let target = target.unwrap_or_else(|| PathAndQuery::from_static("/"));
        let target = match &self.key_query {
            Some(pair) => with_pair(&target, pair)?,
            None => target,
        };
        let joined = self.base_url.join(target);
        *request.uri_mut() = joined.map_err(RequestError::Uri)?;
        for (name, value) in &self.headers {
            request.headers_mut().insert(name, value.clone());
        }
        Ok(request)
    }
}

/// The target with one more pair in its query.
fn with_pair(target: &PathAndQuery, pair: &str) -> Result<PathAndQuery, RequestError> {
    let mark = if target.query().is_some() { '&' } else { '?' };
    let target = PathAndQuery::try_from(format!("{target}{mark}{pair}"));
    target.map_err(|error| RequestError::Uri(error.into()))
}

/// Records the result of the last attempt in the span of the call.
fn finish(result: Result<http::Response<Bytes>, TransportError>) -> Result<RawResponse, SendError> {
    match &result {
        Ok(response) => {
            Span::current().record("status", response.status().as_u16());
        }
        Err(error) => debug!(%error, "no response"),
    }
    Ok(result?.into())
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("base_url", &self.base_url)
            .field("headers", &self.headers)
            .field("timeout", &self.limits.timeout)
            .field("deadline", &self.limits.deadline)
            .field("retries", &self.retries)
            .field("idempotent", &self.idempotent)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
pub(crate) mod tests;
