//! Sends the requests of a run, and decides what to send next.
//!
//! ```text
//! suite, plan -> session: preflight, run (requests, journal, cleanup), retry -> traces, findings, leftovers
//! ```
//!
//! Only the module `run` opens a socket, and all it makes is exchanges. It does not judge them: `retry` asks
//! the judge whether to repeat a scenario.

use conformance_judge::{claims, clauses, finding, judge, parsed, plan, reason, suite};
use conformance_model::{
    contract, depth, digest, exchange, fact, field_location, json, level, page, query_string,
    redact, run_mark, scenario, target, text,
};

pub mod discover;
pub mod explore;
pub mod leftovers;
pub mod preflight;
mod request_path;
pub mod retry;
pub mod run;
pub mod session;
pub mod state;
pub mod sweep;
#[cfg(test)]
mod testing;
pub mod untested;
pub mod write_outcome;
