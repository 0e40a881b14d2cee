//! Contracts that are hard to generate from: one made to be, and random ones.

mod agreement;
mod mistakes;
mod obstacles;
mod random;
mod values;
#[path = "../generated/workshop.rs"]
mod workshop;
