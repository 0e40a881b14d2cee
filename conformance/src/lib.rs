//! Replays scenarios against a service and says clause by clause what holds.
//!
//! ```text
//! files -> suite (contract, scenario) -> claims -> plan -> run -> judge -> verdict -> report, exit
//! ```
//!
//! Only `run` opens a socket, and all it makes is exchanges. Judging them is a pure function. What a
//! check may say comes from the contract's clauses: a check without a clause cannot be written.
//! Nothing here uses generated code, so that the judge shares no code with what it judges.

#[doc(inline)]
pub use conformance_judge::{claims, clauses, finding, judge, parsed, plan, reason, verdict};
#[doc(inline)]
pub use conformance_model::{
    contract, depth, exchange, fact, field_location, json, level, page, redact, scenario, target,
    text,
};
use conformance_model::{digest, run_mark};

pub mod allow;
pub mod cli;
pub mod discover;
pub mod exit;
pub mod explore;
pub mod language_docs;
pub mod leftovers;
mod preflight;
pub mod report;
mod request_path;
pub mod retry;
pub mod run;
pub mod schema;
pub mod session;
pub mod state;
pub mod suite;
mod sweep;
#[cfg(test)]
mod testing;
pub mod untested;
pub mod write_outcome;
