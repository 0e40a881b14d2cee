//! The seam between a run and the wire.

use std::future::Future;
use std::pin::Pin;

use crate::exchange::{Fault, Request, Response};

/// An answer that is still to come.
pub type ResponseFuture<'a> = Pin<Box<dyn Future<Output = Result<Response, Fault>> + Send + 'a>>;

/// Something that carries requests to a service: over HTTP, or within a process.
pub trait Transport: Send + Sync {
    /// Sends one request, once.
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a>;
}
