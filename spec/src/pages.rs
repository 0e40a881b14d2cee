//! Markdown pages, made from the tables of the language and from a contract. The callers write them to files.

mod coverage;
mod fixtures;
mod language;
mod markdown;
mod questions;

pub use coverage::coverage;
pub use fixtures::fixtures;
pub use language::{language, tables};
pub use questions::questions;
