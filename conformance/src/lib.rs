//! Replays scenarios against a service and says clause by clause what holds.
//!
//! ```text
//! files -> suite (contract, scenario) -> claims -> plan -> run -> judge -> verdict -> report, exit
//! ```
//!
//! Only `run` opens a socket, and all it makes is exchanges. Judging them is a pure function. What a
//! check may say comes from the contract's clauses: a check without a clause cannot be written.
//! Nothing here uses generated code, so that the judge shares no code with what it judges.

pub mod allow;
pub mod claims;
pub mod clauses;
pub mod cli;
pub mod contract;
mod cores;
pub mod depth;
mod digest;
pub mod discover;
pub mod exchange;
pub mod exit;
pub mod explore;
pub mod fact;
pub mod field_location;
pub mod finding;
pub mod json;
pub mod judge;
pub mod language_docs;
pub mod level;
pub mod page;
pub mod parsed;
pub mod plan;
mod preflight;
pub mod reason;
pub mod redact;
pub mod report;
mod request_path;
pub mod residue;
pub mod retry;
pub mod run;
mod run_mark;
pub mod scenario;
pub mod schema;
pub mod session;
pub mod state;
pub mod suite;
mod sweep;
pub mod target;
pub mod text;
pub mod untested;
pub mod verdict;
pub mod write_outcome;
