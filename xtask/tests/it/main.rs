//! The built programs as a user runs them, and rules for the whole repository.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../src/cargo.rs"]
mod cargo;

mod action;
mod command_line;
mod defective_servers;
mod deployments;
mod diff;
mod docs;
mod explain;
mod r#gen;
mod guides;
mod import;
mod imports;
mod key_redaction;
mod mock;
mod new_service;
mod observe;
mod own_api;
mod packages;
mod projects;
mod repository;
mod runs;
mod servers;
mod shell;
mod support;
mod test_server;
