//! The routes of all operations, with their middleware and limits.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use crate::api::server::Routes;
use axum::{Router, middleware};

use crate::config::CorsOrigin;
use crate::operations::rate_limit::RateLimiter;
use crate::operations::request_body::{BodyMemory, limit_body};
use crate::operations::{
    Handlers, Service, cors, documents, host, normalize, refusals, request_log,
};

/// Default limit of a request body, in bytes.
pub const BODY_LIMIT: usize = 1024 * 1024;

/// Default limit of the memory that the bodies of unanswered requests take together, in bytes.
pub const BODY_MEMORY: usize = 64 * BODY_LIMIT;

/// Limits of requests.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Largest body, in bytes.
    pub body_bytes: usize,
    /// What the bodies of unanswered requests may take together, in bytes.
    pub body_memory: usize,
    /// Longest time from the head of the request to its answer; `None` for no limit.
    pub request_time: Option<Duration>,
    /// Requests of each key; `None` for no limit.
    pub requests_per_second: Option<NonZeroU32>,
}

/// All routes, with the default limits of bodies and no time limit.
pub fn router(service: Service) -> Router {
    let limits = Limits {
        body_bytes: BODY_LIMIT,
        body_memory: BODY_MEMORY,
        request_time: None,
        requests_per_second: None,
    };
    router_within(limits, &[], service)
}

/// All routes, with the given limits, for web pages of these origins.
pub fn router_within(limits: Limits, origins: &[CorsOrigin], service: Service) -> Router {
    let rate_limiter = limits.requests_per_second.map(RateLimiter::new);
    let handlers = Handlers { service: service.clone(), rate_limiter };
    let mut routes =
        Routes::new(handlers.clone()).on_refusal(refusals::answer).body_limit(limits.body_bytes);
    if let Some(time) = limits.request_time {
        routes = routes.time_limit(time);
    }
    let router = routes
        .whole(Arc::new(handlers))
        .into_router()
        .merge(documents::routes())
        .layer(middleware::from_fn_with_state(limits.body_bytes, normalize::normalize_request))
        .layer(middleware::from_fn_with_state(BodyMemory::new(limits.body_memory), limit_body))
        .layer(middleware::from_fn(host::require_host));
    let router = if origins.is_empty() { router } else { router.layer(cors::layer(origins)) };
    router.layer(middleware::from_fn_with_state(service, request_log::log_request))
}
