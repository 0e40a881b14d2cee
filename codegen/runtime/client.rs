//! What the client is made of beside the operations: the same for every service.

mod also_blocking;
mod answer;
mod base_url;
#[cfg(feature = "blocking")]
mod blocking;
mod builder;
mod client;
mod error;
mod http_date;
mod limits;
mod options;
mod pages;
#[cfg(feature = "reqwest")]
mod reqwest_transport;
mod retry;
mod transport;

pub(crate) use also_blocking::also_blocking;

pub use answer::Answer;
pub use base_url::{BaseUrl, InvalidBaseUrl};
#[cfg(feature = "blocking")]
pub use blocking::{BlockingClient, BlockingPages};
pub use builder::{BuildError, ClientBuilder};
pub use client::Client;
pub use error::Error;
pub use options::CallOptions;
pub use pages::{PagedRequest, Pages};
#[cfg(feature = "reqwest")]
pub use reqwest_transport::ReqwestTransport;
pub use retry::Retries;
pub use transport::{Sending, Transport, TransportError, TransportErrorKind};
