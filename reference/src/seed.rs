//! Seeds: fills a database from a file, and writes a target file for a conformance run.
//!
//! - [`read`]: reads and checks a seed file.
//! - [`grow`]: generates further subscribers.
//! - [`stock`]: generates the fixtures that further conformance runs consume.
//! - [`plant`]: inserts a [`Seed`] into the database in the caller's transaction.
//! - [`target`]: writes the target file and its key files.
//!
//! The demo seed (`seeds/demo.yaml`) describes the format, and [`FORMAT`] describes each key. The same file always
//! gives the same data: absent identifiers are derived from their path in the file, and no clock is read. Only the
//! secrets of the API keys are random.

mod file;
mod grow;
mod model;
mod plant;
mod read;
mod stock;
pub mod target;

pub use grow::{MOST_SUBSCRIBERS, grow};
pub use model::{Seed, SeedAccount, SeedKey};
pub use plant::{GeneratedKey, SeedError, plant};
pub use read::{InvalidSeed, read};
pub use stock::stock;

/// The seed of `seed demo`.
pub const DEMO: &str = include_str!("../seeds/demo.yaml");
/// Describes the keys of a seed file.
pub const FORMAT: &str = include_str!("seed/format.txt");
