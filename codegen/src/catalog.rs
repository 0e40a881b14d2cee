//! Catalogue of the diagnostics that only the generator reports: what each means and how to fix it.

use reader::catalog::{Kind, parse};

/// The diagnostics of the generator, in addition to those of loading the contract.
pub fn kinds() -> Vec<Kind> {
    parse(include_str!("catalog.md"))
}
