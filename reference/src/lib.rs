//! The reference implementation of the referral growth service: a real service, not a mock.
//!
//! From the inside out:
//!
//! - [`domain`]: the rules, pure; no clock, no randomness, no database.
//! - [`store`]: rows in SQLite; what must be unique is so by constraint.
//! - [`app`]: one use case per operation, over the two above.
//! - [`http`]: translates requests to use cases and back.
//! - [`seed`]: fills a database from a file, and tells a conformance run what is in it.
//!
//! Around them, what running it takes:
//!
//! - [`config`]: the settings, from flags, environment, a file and defaults.
//! - [`server`]: connections and their limits; [`admin`]: what an operator's machines ask.
//! - [`log`]: one line per request, and nothing of what callers sent.
//!
//! The program over it, `referral-reference`, is in `main.rs` and `cli/`.
//!
//! An operation has the same address in every room: `app/<resource>/<operation>.rs` here is
//! `<resource>/<operation>` elsewhere.

pub mod admin;
pub mod app;
pub mod clock;
pub mod config;
pub mod domain;
pub mod http;
pub mod ids;
pub mod keys;
pub mod log;
pub mod seed;
pub mod server;
pub mod store;
