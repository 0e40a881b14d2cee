//! Requests to servers of the contracts in `spec/tests`, and the program.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod lists;
mod program;
mod records;
mod service;
mod start;
