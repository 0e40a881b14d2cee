//! What the conformance suite works on: scenarios, the exchanges of a run, and the target.
//!
//! Opens no socket and judges nothing, so that deriving scenarios and judging exchanges can rest on it alone.

#![expect(missing_docs, reason = "only this workspace uses the crate")]

pub mod classes;
pub mod contract;
pub mod cores;
pub mod defects;
pub mod depth;
pub mod digest;
pub mod error_entries;
pub mod exchange;
pub mod fact;
pub mod field_location;
pub mod json;
pub mod key_place;
pub mod level;
pub mod link;
pub mod page;
pub mod query_string;
pub mod redact;
pub mod run_mark;
pub mod scenario;
pub mod target;
pub mod text;
pub mod values;
