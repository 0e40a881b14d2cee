//! A success together with the response it was read from.

use std::ops::Deref;

use contract_runtime::RawResponse;
use http::{HeaderMap, StatusCode};

/// The success of a call: the value, and the response as received.
#[derive(Clone, Debug)]
pub struct Response<T> {
    value: T,
    raw: RawResponse,
}

impl<T> Response<T> {
    pub(crate) fn new(value: T, raw: RawResponse) -> Self {
        Self { value, raw }
    }

    /// The value alone.
    #[must_use]
    pub fn into_value(self) -> T {
        self.value
    }

    /// The status of the response.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.raw.status
    }

    /// The headers of the response.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        &self.raw.headers
    }

    /// The response as received: status, headers and bytes.
    #[must_use]
    pub fn raw(&self) -> &RawResponse {
        &self.raw
    }
}

impl<T> Deref for Response<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}
