//! Runtime of generated API clients.
#![doc = include_str!("../README.md")]

mod any_error;
mod base_url;
#[cfg(feature = "blocking")]
mod blocking;
#[cfg(feature = "blocking")]
mod blocking_pages;
mod builder;
mod call_options;
mod client;
mod error;
mod limits;
mod pages;
#[cfg(feature = "reqwest")]
mod reqwest_transport;
mod response;
mod retry;
mod settings;
#[cfg(test)]
mod test_api;
mod transport;

pub use any_error::AnyError;
pub use base_url::{BaseUrl, InvalidBaseUrl};
#[cfg(feature = "blocking")]
pub use blocking::{BlockingClient, WithBlockingClient};
#[cfg(feature = "blocking")]
pub use blocking_pages::BlockingPages;
pub use builder::{BuildError, ClientBuilder};
pub use call_options::CallOptions;
pub use client::{Client, ServiceClient};
pub use error::Error;
pub use pages::{PageResult, Pages};
#[cfg(feature = "reqwest")]
pub use reqwest_transport::ReqwestTransport;
pub use response::Response;
pub use retry::Retries;
pub use transport::{ResponseFuture, Transport, TransportError, TransportErrorKind};
