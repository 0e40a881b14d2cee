//! A success together with the answer it was read from.

use std::ops::Deref;

use http::{HeaderMap, StatusCode};

use crate::models::Undocumented;

/// What a call gave: the value, and the answer as it came.
#[derive(Clone, Debug)]
pub struct Answer<T> {
    value: T,
    raw: Undocumented,
}

impl<T> Answer<T> {
    pub(super) fn new(value: T, raw: Undocumented) -> Self {
        Self { value, raw }
    }

    /// The value alone.
    #[must_use]
    pub fn into_value(self) -> T {
        self.value
    }

    /// The status of the answer.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.raw.status
    }

    /// The headers of the answer.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        &self.raw.headers
    }

    /// The answer as it came: status, headers and bytes.
    #[must_use]
    pub fn raw(&self) -> &Undocumented {
        &self.raw
    }
}

impl<T> Deref for Answer<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}
