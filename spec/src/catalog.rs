//! The catalogue of errors in contracts and overlays: what each code means and how to fix it.

/// Makes `KINDS` from rows `CODE: MEANING, MENDING;`. The examples are the snapshots of the tests.
macro_rules! kinds {
    ($($code:literal: $meaning:literal, $mending:literal;)+) => {
        pub(super) const KINDS: &[super::Kind] = &[$(super::Kind {
            code: $code,
            meaning: $meaning,
            mending: $mending,
            example: concat!("tests/mistakes/", $code),
        }),+];
    };
}

mod facts;
mod folders;
mod names;
mod overlays;
mod refusals;
mod rules;
mod sentences;

use reader::catalog::Kind;

/// The kinds of errors that loading a contract reports, besides those of [reading](reader::catalog::kinds).
pub fn kinds() -> impl Iterator<Item = &'static Kind> {
    [
        folders::KINDS,
        names::KINDS,
        facts::KINDS,
        rules::KINDS,
        refusals::KINDS,
        overlays::KINDS,
        sentences::KINDS,
    ]
    .into_iter()
    .flatten()
}
