//! The reference implementation of the referral growth service: a real service, not a mock.
//!
//! From the inside out:
//!
//! - [`domain`]: the rules, pure; no clock, no randomness, no database.
//! - [`store`]: the database, SQLite or PostgreSQL; constraints keep what must be unique.
//! - [`api`]: the types of requests and responses, generated at each build.
//! - [`operations`]: one file per operation, from the request through the use case to the answer.
//! - [`seed`]: fills a database from a file, and writes the target file of a conformance run.
//!
//! Around them:
//!
//! - [`config`]: the settings, from flags, environment, a file and defaults.
//! - [`server`]: connections and their limits; [`admin`]: health checks for operators.
//! - [`log`]: one entry per request, without any text of the request; [`metrics`]: counts and durations;
//!   `spans`, with the feature `otlp`: one span per request for a collector.
//!
//! The program, `referral-reference`, is in `main.rs` and `cli/`.
//!
//! An operation has the same address everywhere: `operations/<resource>/<operation>.rs` here is
//! `<resource>/<operation>` elsewhere.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod admin;
pub mod api;
pub mod clock;
pub mod config;
pub mod domain;
pub mod ids;
pub mod keys;
pub mod log;
pub mod metrics;
pub mod operations;
pub mod seed;
pub mod server;
#[cfg(feature = "otlp")]
pub mod spans;
pub mod store;
