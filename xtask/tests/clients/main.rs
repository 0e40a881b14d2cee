//! Clients that other tools make from the OpenAPI document, type-checked and run against the reference.
//!
//! `docs/PEERS.md` lists the tools.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../src/cargo.rs"]
mod cargo;

mod browser;
mod python;
mod reference;
mod support;
mod typescript;
