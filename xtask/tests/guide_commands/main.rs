//! Runs the commands of the guides in `docs` in their order, with free ports in place of the written ones; and those of
//! `action.yml` and `Dockerfile`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../src/cargo.rs"]
mod cargo;
#[path = "../clients/reference.rs"]
mod reference;
#[path = "../clients/support.rs"]
mod support;

mod action;
mod certifying;
mod editors;
mod guide;
mod image;
mod implementing;
mod shell;
