//! The suite with its real scenarios and the real binary, against conforming and defective deployments and another
//! service.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../src/cargo.rs"]
mod cargo;

mod canary;
mod example;
mod key_alone;
mod liars;
mod readme;
mod runs;
mod server;
mod together;
