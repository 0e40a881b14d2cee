//! Judges the exchanges of a run: clause by clause, what holds.
//!
//! ```text
//! suite (contract, scenarios) -> claims -> plan; traces of a run -> parsed -> clauses -> judge -> verdict
//! ```
//!
//! A pure function of contract, scenarios and traces. Opens no socket, and shares no code with what it judges.

#![expect(missing_docs, reason = "only this workspace uses the crate")]

use conformance_model::{
    contract, cores, depth, exchange, fact, field_location, json, level, page, query_string,
    redact, run_mark, scenario, target,
};

pub mod claims;
pub mod classes;
pub mod clauses;
pub mod finding;
pub mod judge;
pub mod observed;
pub mod parsed;
pub mod plan;
pub mod reason;
pub mod suite;
pub mod verdict;
