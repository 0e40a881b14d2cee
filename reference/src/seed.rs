//! Seeds: fills a database from a file, and writes a target file for a conformance run.
//!
//! - [`read`]: reads and checks a seed file.
//! - [`add_subscribers`]: generates further subscribers.
//! - [`add_fixtures`]: generates the fixtures that further conformance runs consume.
//! - [`insert`]: inserts a [`Seed`] into the database in the caller's transaction.
//! - [`target`]: writes the target file and its key files.
//!
//! The demo seed (`seeds/demo.yaml`) describes the format, and [`format()`] describes each key. The same file always
//! gives the same data: absent identifiers are derived from their path in the file, and no clock is read. Only the
//! secrets of the API keys are random.

mod fixtures;
mod insert;
mod model;
mod read;
mod subscribers;
pub mod target;

pub use fixtures::add_fixtures;
pub use insert::{GeneratedKey, SeedError, insert};
pub use model::{Seed, SeedAccount, SeedKey};
pub use read::{InvalidSeed, format, read};
pub use subscribers::{MOST_SUBSCRIBERS, add_subscribers};

/// The seed of `seed demo`.
pub const DEMO: &str = include_str!("../seeds/demo.yaml");
