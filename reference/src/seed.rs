//! Filling a database from a file, and telling a conformance run what is in it.
//!
//! - [`read`]: the text of a seed to a checked [`Seed`], or all its mistakes at once.
//! - [`grow`]: more subscribers than anybody wants to write down.
//! - [`stock`]: what many conformance runs use up.
//! - [`plant`]: a [`Seed`] into the database, in the caller's transaction.
//! - [`target`]: what was planted, as a target file with its key files.
//!
//! The format is explained at the head of the demo seed (`seeds/demo.yaml`) and, key by key, in
//! [`tables`]. The same file always gives the same data: identifiers left out are derived from the
//! place in the file, and nothing is read off a clock. Only the secrets of the API keys are new
//! every time.

mod grow;
mod model;
mod plant;
mod read;
mod stock;
pub mod tables;
pub mod target;

pub use grow::grow;
pub use model::{Seed, SeedAccount, SeedKey};
pub use plant::{PlantedKey, SeedError, plant};
pub use read::read;
pub use stock::stock;

/// The seed that `seed demo` plants.
pub const DEMO: &str = include_str!("../seeds/demo.yaml");
/// The path under which mistakes in the demo seed would be shown.
pub const DEMO_PATH: &str = "reference/seeds/demo.yaml";
