//! What serving a request needs beside its operation.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use contract_runtime::Api;
use http::Response;

use crate::{Refusal, RefusalHook, envelope};

/// In bytes.
const DEFAULT_BODY_LIMIT: usize = 2 * 1024 * 1024;

/// Settings of the routes and the check of keys.
pub(crate) struct Context<K> {
    pub(crate) key_check: K,
    pub(crate) on_refusal: Arc<RefusalHook>,
    pub(crate) body_limit: usize,
    pub(crate) time_limit: Option<Duration>,
    pub(crate) any_content_type: bool,
    envelope: fn(&Refusal) -> Response<Body>,
}

impl<K> Context<K> {
    /// The default settings of a service.
    pub(crate) fn new<A: Api>(key_check: K) -> Self {
        Self {
            key_check,
            on_refusal: Arc::new(envelope::<A>),
            body_limit: DEFAULT_BODY_LIMIT,
            time_limit: None,
            any_content_type: false,
            envelope: envelope::<A>,
        }
    }

    /// Responds through the refusal hook; a hook that panics makes it an internal error.
    pub(crate) fn refuse(&self, refusal: &Refusal) -> Response<Body> {
        // Nothing of this crate observes state that a panicking hook leaves behind.
        catch_unwind(AssertUnwindSafe(|| (self.on_refusal)(refusal)))
            .unwrap_or_else(|_| (self.envelope)(&Refusal::internal("the refusal hook panicked")))
    }
}
