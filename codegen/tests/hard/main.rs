//! Generates from contracts with difficult names and shapes: a hand-written one, and random ones.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod agreement;
mod difficult_contract;
mod files;
mod objects;
mod random;
mod sparse;
mod values;
#[path = "../generated/workspace.rs"]
mod workspace;
