//! Strength: proof that the suite catches what breaks a clause, and accuses nobody who breaks none.
//!
//! A conforming server is started, and what stands between it and the runner is bent: a [`mutant`]
//! breaks one clause and must be caught by that clause's own id; a [`variant`] only fills gaps
//! of the contract otherwise and must not be accused. Both are derived from the contract alone, so
//! nothing here knows a particular service.
//!
//! ```text
//! Contract -> clauses -> mutants  -\
//!          -> gaps    -> variants --> bend -> proxy -> server, run by the conformance suite -> matrix
//! ```

pub mod answer;
pub mod call;
mod concurrent;
pub mod edit;
pub mod history;
pub mod intercept;
pub mod json;
pub mod known_state;
pub mod list;
pub mod matrix;
pub mod mutant;
pub mod mutant_result;
pub mod mutant_run;
pub mod proxy;
pub mod response;
pub mod sample;
pub mod server;
pub mod suite_run;
#[cfg(test)]
mod testing;
pub mod variant;
pub mod variant_run;
