//! `gen`: files written, differences found by `--check`, errors in the contract.

mod changes;
mod contract_errors;
mod edited;
mod flags;
mod interrupted;
#[cfg(unix)]
mod watch;
