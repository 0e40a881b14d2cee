//! The kinds of mistake that a contract or an overlay can hold: what each means, how it is mended, and where one is
//! shown.
//!
//! Nothing is found here. A test holds that every kind that is found is described.

mod facts;
mod folders;
mod names;
mod overlays;
mod readings;
mod refusals;
mod rules;

use reader::catalog::Kind;

/// The kinds of mistake that loading a contract finds beside those of [reading](reader::catalog::kinds).
pub fn kinds() -> impl Iterator<Item = &'static Kind> {
    [
        folders::KINDS,
        names::KINDS,
        facts::KINDS,
        rules::KINDS,
        refusals::KINDS,
        overlays::KINDS,
        readings::KINDS,
    ]
    .into_iter()
    .flatten()
}
