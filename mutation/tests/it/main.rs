//! Mutants and variants of a lending library, from its contract to a matrix.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod hunt;
mod library;
mod lineup;
mod source_mutants;
mod ways;
