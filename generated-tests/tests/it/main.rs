//! The generated client over real sockets, against slow, faulty and overloaded servers.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod addresses;
mod blocking;
mod extended;
mod formats;
mod openness;
mod options;
mod pages;
mod proxies;
mod retries;
mod secrets;
mod server;
mod threads;
mod tls;
mod trouble;
mod wasm;
