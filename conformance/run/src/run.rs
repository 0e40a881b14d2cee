//! Runs scenarios against a service and records what was sent and answered.
//!
//! Only this module opens sockets. It does not judge responses.

mod bindings;
mod changed_fixtures;
mod circuit_breaker;
mod cleanup;
mod context;
mod execute;
mod http;
mod minimal_value;
mod probe;
mod rate_limiter;
mod request_builder;
mod request_sender;
mod response_memory;
mod runner;
mod schedule;
mod settings;
mod stop_signal;
mod writes;

pub(crate) use changed_fixtures::Changes;
pub use cleanup::CleanupResult;
pub(crate) use cleanup::{find_missing, send_cleanup};
pub(crate) use context::{LAG, ScheduledScenario};
pub use http::{HttpClientError, HttpOptions, HttpTransport};
pub(crate) use probe::send_probes;
pub use probe::{Probe, ProbeResponse};
pub use request_sender::RequestSender;
pub(crate) use runner::{CompletedScenario, OnComplete, Runner, Summarize};
pub(crate) use schedule::schedule;
pub use settings::{Settings, random_seed};
pub use stop_signal::StopSignal;

use std::future::Future;
use std::pin::Pin;

use crate::exchange::{Fault, Request, Response};

/// Future of a response.
pub type ResponseFuture<'a> = Pin<Box<dyn Future<Output = Result<Response, Fault>> + Send + 'a>>;

/// Sends requests to a service: over HTTP, or within the process.
pub trait Transport: Send + Sync {
    /// Sends one request. Its effect occurs once at most; retries after a response are the caller's task.
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a>;
}
