//! Clients that other tools make from the OpenAPI document, type-checked and run against the reference.
//!
//! `docs/PEERS.md` lists the tools.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../src/cargo.rs"]
mod cargo;

mod browser;
mod editor;
mod python;
mod reference;
mod support;
mod typescript;

/// The OpenAPI document.
fn document() -> std::path::PathBuf {
    support::root().join("generated/openapi/openapi.yaml")
}

impl support::Project {
    /// Runs a program in the folder. Panics with its output if it fails.
    pub fn run(&self, program: &str, arguments: &[&str]) {
        let mut command = self.command(program);
        command.args(arguments);
        support::run(command);
    }
}
