//! The generated client over real sockets, against slow, faulty and overloaded servers.

#![expect(clippy::unwrap_used, reason = "tests panic on failure")]

mod blocking;
mod extended;
mod failures;
mod formats;
mod forward_compatibility;
mod options;
mod pages;
mod proxies;
mod request_targets;
mod retries;
mod secrets;
mod send;
mod server;
mod tls;
mod wasm;
