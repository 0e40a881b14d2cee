//! Replays scenarios against a service and says clause by clause what holds.
//!
//! ```text
//! files -> suite (contract, scenario) -> claims -> plan -> run -> judge -> verdict -> report, exit
//! ```
//!
//! Only `conformance_run` opens sockets, and all it makes is exchanges. Judging them is a pure function. What a
//! check may say comes from the contract's clauses: a check without a clause cannot be written.
//! Nothing here uses generated code, so that the judge shares no code with what it judges.

#[doc(inline)]
pub use conformance_judge::{
    claims, clauses, finding, judge, observed, parsed, plan, reason, verdict,
};
#[doc(inline)]
pub use conformance_model::{
    classes, contract, depth, error_entries, exchange, fact, field_location, json, key_place,
    level, page, query_string, redact, scenario, target, text, values,
};
#[doc(inline)]
pub use conformance_run::{
    discover, explore, leftovers, retry, run, state, untested, write_outcome,
};
use conformance_run::{preflight, sweep};

pub mod allow;
pub mod certificate;
pub mod cli;
pub mod exit;
pub mod language_docs;
pub mod observe;
pub mod profiles;
pub mod report;
pub mod schema;
pub mod session;
pub mod suite;
#[cfg(test)]
mod testing;
pub mod waivers;
