//! Runtime of generated API clients.
#![doc = include_str!("../README.md")]

mod base_url;
#[cfg(feature = "blocking")]
mod blocking;
mod builder;
mod call_options;
mod client;
mod error;
mod items;
mod limits;
mod page_walk;
mod pages;
#[cfg(feature = "reqwest")]
mod reqwest_transport;
mod response;
mod retry;
mod settings;
mod transport;

pub use base_url::{BaseUrl, InvalidBaseUrl};
#[cfg(feature = "blocking")]
pub use blocking::{
    BlockingClient, BlockingItems, BlockingPages, BlockingStream, WithBlockingClient,
};
pub use builder::{BuildError, ClientBuilder};
pub use call_options::CallOptions;
pub use client::{Client, ServiceClient};
pub use error::{AnyError, Error};
pub use items::{ItemResult, Items};
pub use pages::{PageResult, Pages};
#[cfg(feature = "reqwest")]
pub use reqwest_transport::ReqwestTransport;
pub use response::Response;
pub use retry::Retries;
pub use transport::{ResponseFuture, Transport, TransportError, TransportErrorKind};
