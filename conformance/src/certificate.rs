//! Certificates of runs: a signed statement of the results of a run, and the transcript that proves them.
//!
//! ```text
//! run -> transcript, without keys -> judged again -> statement (in-toto) -> envelope (DSSE)
//! ```
//!
//! A certificate is only made if judging its transcript gives the verdicts of the run. Keys are replaced by their
//! names, so that equal values stay equal. If the replacement changes a verdict, no certificate is made.

#![expect(missing_docs, reason = "the schema of the certificate describes the members")]

pub mod badge;
pub mod envelope;
pub mod keys;
pub mod statement;
pub mod transcript;
pub mod verify;

use sha2::{Digest, Sha256};

/// SHA-256 of bytes, in hexadecimal.
pub(crate) fn sha256(bytes: impl AsRef<[u8]>) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
