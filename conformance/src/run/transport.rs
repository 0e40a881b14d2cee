//! Interface between a run and the network.

use std::future::Future;
use std::pin::Pin;

use crate::exchange::{Fault, Request, Response};

/// Future of a response.
pub type ResponseFuture<'a> = Pin<Box<dyn Future<Output = Result<Response, Fault>> + Send + 'a>>;

/// Sends requests to a service: over HTTP, or within the process.
pub trait Transport: Send + Sync {
    /// Sends one request, once. Retries are the caller's task.
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a>;
}
