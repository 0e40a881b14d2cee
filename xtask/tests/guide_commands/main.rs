//! Runs the commands of the guides in `docs` in their order, with free ports in place of the written ones.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../src/cargo.rs"]
mod cargo;
#[path = "../clients/reference.rs"]
mod reference;
#[path = "../clients/support.rs"]
mod support;

mod certifying;
mod guide;
mod implementing;
mod shell;
