//! The catalogue of errors in contracts and overlays: what each code means and how to fix it.

use reader::catalog::{Kind, parse};

/// The kinds of errors that loading a contract reports, besides those of [reading](reader::catalog::kinds).
pub fn kinds() -> Vec<Kind> {
    parse(include_str!("catalog.md"))
}
