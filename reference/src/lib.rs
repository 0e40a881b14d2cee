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
//! The program over it, `referral-reference`, is in `main.rs` and `cli/`.
//!
//! An operation has the same address in every room: `app/<resource>/<operation>.rs` here is
//! `<resource>/<operation>` elsewhere.

pub mod app;
pub mod clock;
pub mod domain;
pub mod http;
pub mod ids;
pub mod keys;
pub mod seed;
pub mod store;
