//! Random walks: sequences of calls drawn from the contract, with the outcomes that a model of the
//! created records expects.
//!
//! A walk becomes an ordinary scenario, which the runner replays and the judge judges. The model
//! knows only what the contract states; where two conforming servers may differ, it expects nothing.

mod action;
mod change;
mod create;
mod draw;
mod list;
mod model;
mod read;
pub mod shrink;
mod walk;

pub use walk::{Walk, WalkOptions, walks};
