//! What one call may want otherwise than the client it is made with.

use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue};

use super::client::Settings;
use super::retry::Retries;
use crate::models::KEY_HEADER;

/// Settings of single calls, for [`Client::with`](super::Client::with); what is not set stays as it is.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct CallOptions {
    timeout: Option<Option<Duration>>,
    deadline: Option<Option<Duration>>,
    retries: Option<Retries>,
    idempotent: Option<bool>,
    headers: HeaderMap,
}

impl CallOptions {
    /// Nothing is otherwise.
    pub fn new() -> Self {
        Self::default()
    }

    /// How long one attempt may take, its body included; `None` for as long as it likes.
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.timeout = Some(timeout.into());
        self
    }

    /// How long the call may take in all, with every attempt and every wait between them; `None` for as
    /// long as they like.
    pub fn deadline(mut self, deadline: impl Into<Option<Duration>>) -> Self {
        self.deadline = Some(deadline.into());
        self
    }

    /// How often, and after how long, the request is sent again.
    pub fn retries(mut self, retries: Retries) -> Self {
        self.retries = Some(retries);
        self
    }

    /// Whether the service takes the same request twice for one, perhaps by a header that names it.
    /// Then a request that writes is sent again like one that reads.
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.idempotent = Some(idempotent);
        self
    }

    /// A header, in place of the client's if it has one of that name. Unless its value is marked as
    /// sensitive, `Debug` shows it; that of the key's header is always marked.
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        insert(&mut self.headers, name, value);
        self
    }

    pub(super) fn apply(self, settings: &mut Settings) {
        let limits = &mut settings.limits;
        limits.timeout = self.timeout.unwrap_or(limits.timeout);
        limits.deadline = self.deadline.unwrap_or(limits.deadline);
        settings.retries = self.retries.unwrap_or(settings.retries);
        settings.idempotent = self.idempotent.unwrap_or(settings.idempotent);
        settings.headers.extend(self.headers);
    }
}

/// Sets a header; the value of the key's is never shown.
pub(super) fn insert(headers: &mut HeaderMap, name: HeaderName, mut value: HeaderValue) {
    if name.as_str().eq_ignore_ascii_case(KEY_HEADER) {
        value.set_sensitive(true);
    }
    headers.insert(name, value);
}
