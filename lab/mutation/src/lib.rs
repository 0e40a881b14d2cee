//! Mutation testing of the conformance suite.
//!
//! A conforming server runs behind a proxy that changes its behaviour. A [`mutant`] breaks one clause, and the suite
//! must report that clause. A [`variant`] differs only in gaps of the contract, and the suite must report nothing. Both
//! are derived from the contract.
//!
//! ```text
//! contract -> clauses -> mutants  -\
//!          -> gaps    -> variants --> intercept -> proxy -> server
//!                                                  ^ conformance suite -> kill matrix
//! ```

pub mod call;
pub mod class_mutants;
mod concurrent;
pub mod draw;
mod edit;
mod field_path;
pub mod guards;
mod history;
mod intercept;
mod intercepts;
mod json;
mod known_state;
mod list;
pub mod matrix;
pub mod mutant;
pub mod mutant_result;
pub mod mutant_run;
pub mod occurrence;
mod prelude;
mod proxy;
mod response;
pub mod response_edit;
mod sample;
pub mod server;
mod socket;
pub mod strength;
pub mod suite_run;
mod synthetic;
#[cfg(test)]
mod tests;
pub mod variant;
pub mod variant_run;
