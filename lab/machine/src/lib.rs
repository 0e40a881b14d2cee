//! Measures the conformance suite by machine-made mutants of the reference.
//!
//! The suite and the reference run in one process. The responses of each run are compared with those of the unmutated
//! reference, so that a mutant that the suite does not report is classified by machine.
//!
//! ```text
//! seeded database -> reference (mutated) <- suite -> verdicts -> killed
//!                                             |
//!                                          traffic - baseline -> unreached, gap_only, incomplete, survived
//! ```

pub mod comparison;
pub mod gamma_report;
mod gap;
pub mod instrument;
mod json_difference;
pub mod outcome;
pub mod reference_server;
mod renaming;
pub mod report;
mod sequence;
pub mod sql;
pub mod survivors;
pub mod traffic;
