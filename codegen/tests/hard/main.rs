//! Contracts that are hard to generate from: one made to be, and random ones.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod agreement;
mod mistakes;
mod obstacles;
mod random;
mod values;
#[path = "../generated/workshop.rs"]
mod workshop;
