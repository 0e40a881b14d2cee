//! The suite with its real scenarios and the real binary, against conforming and defective deployments and another
//! service.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../../src/cargo.rs"]
mod cargo;

mod concurrent_runs;
mod defective_servers;
mod example_server;
mod key_only;
mod key_redaction;
mod readme_excerpt;
mod support;
mod test_server;
