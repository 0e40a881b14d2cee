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
pub mod bench;
pub mod bend;
pub mod call;
mod crowd;
pub mod edit;
pub mod grade;
pub mod hunt;
pub mod json;
pub mod lineup;
pub mod list;
pub mod matrix;
pub mod memory;
pub mod mutant;
pub mod proxy;
pub mod response;
pub mod sample;
#[cfg(test)]
mod toy;
pub mod trial;
pub mod variant;
pub mod world;
