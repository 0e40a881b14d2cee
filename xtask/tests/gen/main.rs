//! `gen` through the real binary: what it writes, what `--check` finds, how mistakes in a contract are shown.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod clauses;
mod drift;
mod hands;
mod interrupted;
mod mistakes;
mod places;
mod stamp;
mod support;
