//! The generated client over real sockets, against slow, faulty and overloaded servers.

#![expect(clippy::unwrap_used, reason = "tests panic on failure")]

mod blocking;
mod failures;
mod formats;
mod forward_compatibility;
mod options;
mod pages;
mod platforms;
mod request_targets;
mod secrets;
mod server;
mod transport;
