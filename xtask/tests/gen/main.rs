//! Tests of `gen` and `clauses` with the built binary: files written, differences found by `--check`, contract errors.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod changes;
mod clauses;
mod contract_errors;
mod edited;
mod interrupted;
mod license;
mod paths;
mod runtime;
mod support;
#[cfg(unix)]
mod watch;
