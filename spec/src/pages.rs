//! Pages for people, in Markdown, made from the tables of the language and from a contract.
//!
//! Texts alone: where they are written is for others to say.

mod coverage;
mod fixtures;
mod language;
mod markdown;
mod questions;

pub use coverage::coverage;
pub use fixtures::fixtures;
pub use language::{language, tables};
pub use questions::questions;
