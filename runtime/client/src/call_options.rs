//! Settings of single calls.

use std::fmt;
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};

use crate::Retries;
use crate::settings::Settings;

/// Settings of single calls, for the `with` of a client; what is not set is taken from the client.
#[derive(Clone, Default)]
#[must_use]
pub struct CallOptions {
    timeout: Option<Option<Duration>>,
    deadline: Option<Option<Duration>>,
    retries: Option<Retries>,
    idempotent: Option<bool>,
    headers: HeaderMap,
}

impl CallOptions {
    /// Options that change nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Limits the time of one attempt, its body included; `None` for no limit.
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.timeout = Some(timeout.into());
        self
    }

    /// Limits the time of the call, with every attempt and every wait between them; `None` for no limit.
    pub fn deadline(mut self, deadline: impl Into<Option<Duration>>) -> Self {
        self.deadline = Some(deadline.into());
        self
    }

    /// Sets how often, and after which waits, the request is repeated.
    pub fn retries(mut self, retries: Retries) -> Self {
        self.retries = Some(retries);
        self
    }

    /// Sets whether the service executes a repeated request only once, for example because of an idempotency header. A
    /// request that writes is then repeated like one that reads.
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.idempotent = Some(idempotent);
        self
    }

    /// Sends a header, instead of the client's header of that name. `Debug` shows its name only.
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// Applies the options. The value of the key header is marked as sensitive.
    pub(crate) fn apply(self, settings: &mut Settings, key_header: Option<&str>) {
        let limits = &mut settings.limits;
        limits.timeout = self.timeout.unwrap_or(limits.timeout);
        limits.deadline = self.deadline.unwrap_or(limits.deadline);
        settings.retries = self.retries.unwrap_or(settings.retries);
        settings.idempotent = self.idempotent.unwrap_or(settings.idempotent);
        settings.headers.extend(self.headers);
        if let Some(key) = key_header.and_then(|name| settings.headers.get_mut(name)) {
            key.set_sensitive(true);
        }
    }
}

impl fmt::Debug for CallOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallOptions")
            .field("timeout", &self.timeout)
            .field("deadline", &self.deadline)
            .field("retries", &self.retries)
            .field("idempotent", &self.idempotent)
            .field("headers", &self.headers.keys().collect::<Vec<_>>())
            .finish()
    }
}
