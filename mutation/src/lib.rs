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

pub mod answer;
pub mod call;
mod concurrent;
pub mod edit;
mod field_path;
pub mod history;
pub mod intercept;
pub mod json;
pub mod known_state;
pub mod list;
pub mod matrix;
pub mod mutant;
pub mod mutant_result;
pub mod mutant_run;
mod prelude;
pub mod proxy;
pub mod response;
pub mod sample;
pub mod server;
pub mod socket;
pub mod suite_run;
#[cfg(test)]
mod testing;
pub mod variant;
pub mod variant_run;
