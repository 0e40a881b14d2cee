//! Certificates of runs: a signed statement of what a run showed, and the transcript that shows it.
//!
//! ```text
//! run -> transcript, without keys -> judged again -> statement (in-toto) -> envelope (DSSE)
//! ```
//!
//! A certificate is only made if judging its transcript gives the verdicts of the run. Keys are replaced by their names, so
//! that equal values stay equal; where that changes a verdict, there is no certificate.

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
