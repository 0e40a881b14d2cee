//! The journal of a run: every write is noted before it is sent, and again when it is answered.
//!
//! What is noted but never answered may have happened. The file is readable by its owner only.

use std::fs::{File, OpenOptions, create_dir_all};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::exchange::{Exchange, Request};

/// A journal, or none.
#[derive(Debug, Default)]
pub struct Ledger {
    file: Option<Mutex<File>>,
    path: Option<PathBuf>,
}

/// The journal cannot be kept.
#[derive(Debug, thiserror::Error)]
#[error("the journal `{path}` cannot be written: {cause}")]
pub struct LedgerError {
    path: String,
    cause: io::Error,
}

impl Ledger {
    /// Keeps no journal: for targets that live and die with the run.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// A new journal in a folder, named after the run.
    ///
    /// # Errors
    /// [`LedgerError`] when the folder or file cannot be written.
    pub fn open(folder: &Path, run: &str) -> Result<Self, LedgerError> {
        let path = folder.join(format!("{run}.jsonl"));
        let failed = |cause| LedgerError {
            path: path.display().to_string(),
            cause,
        };
        create_dir_all(folder).map_err(failed)?;
        let file = private().open(&path).map_err(failed)?;
        Ok(Self {
            file: Some(Mutex::new(file)),
            path: Some(path),
        })
    }

    /// Where the journal is.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    pub(super) fn intend(&self, scenario: &str, number: u32, request: &Request) -> io::Result<()> {
        self.append(&serde_json::json!({
            "event": "intended",
            "scenario": scenario,
            "exchange": number,
            "method": request.method.as_str(),
            "target": request.target,
            "body": request.body,
        }))
    }

    pub(super) fn complete(&self, scenario: &str, exchange: &Exchange) -> io::Result<()> {
        let came_of_it = match &exchange.outcome {
            Ok(response) => response.status.to_string(),
            Err(fault) => fault.to_string(),
        };
        self.append(&serde_json::json!({
            "event": "completed",
            "scenario": scenario,
            "exchange": exchange.number,
            "outcome": came_of_it,
        }))
    }

    fn append(&self, entry: &serde_json::Value) -> io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        // A panic elsewhere leaves whole lines behind: each is written at once.
        let mut file = file
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        file.write_all(format!("{entry}\n").as_bytes())
    }
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
