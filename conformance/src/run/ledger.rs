//! The journal of a run: every write is noted before it is sent, and again when it is answered.
//!
//! What is noted but never answered may have happened. Folder and file are their owner's alone, and
//! no secret is written. Nothing here reads a journal back.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::exchange::{Exchange, Request};
use crate::redact::Redactor;

/// A journal, or none.
#[derive(Debug, Default)]
pub struct Ledger {
    file: Option<Mutex<File>>,
    path: Option<PathBuf>,
    redactor: Redactor,
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

    /// A new journal in a folder, named after the run; a run that is repeated gets another one.
    ///
    /// # Errors
    /// [`LedgerError`] when the folder or file cannot be written.
    pub fn open(folder: &Path, run: &str, redactor: Redactor) -> Result<Self, LedgerError> {
        let failed = |path: &Path, cause| LedgerError {
            path: path.display().to_string(),
            cause,
        };
        create(folder).map_err(|cause| failed(folder, cause))?;
        for copy in 1_u32.. {
            let name = match copy {
                1 => format!("{run}.jsonl"),
                copy => format!("{run}-{copy}.jsonl"),
            };
            let path = folder.join(name);
            match private().open(&path) {
                Ok(file) => {
                    return Ok(Self {
                        file: Some(Mutex::new(file)),
                        path: Some(path),
                        redactor,
                    });
                }
                Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => {}
                Err(cause) => return Err(failed(&path, cause)),
            }
        }
        Err(failed(folder, io::ErrorKind::AlreadyExists.into()))
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
            Err(fault) => format!("{}: {fault}", fault.name()),
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
        file.write_all(format!("{}\n", self.redactor.text(&entry.to_string())).as_bytes())
    }
}

/// A folder that is not there yet is made its owner's alone; one that is there is left as it is.
fn create(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.create_new(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(test)]
mod tests {
    use std::fs;

    use spec::Method;

    use super::*;
    use crate::exchange::Fault;

    const CANARY: &str = "canary/7f3a";

    fn note(ledger: &Ledger) {
        let request = Request {
            method: Method::Post,
            target: "/books/canary%2F7f3a".to_owned(),
            headers: vec![("Library-Card".to_owned(), CANARY.to_owned())],
            body: Some(format!(r#"{{"title":"{CANARY}"}}"#)),
        };
        ledger.intend("books/lend", 1, &request).unwrap();
        let outcome = Err(Fault::Broken(format!("after {CANARY}")));
        let exchange = Exchange {
            number: 1,
            request,
            outcome,
        };
        ledger.complete("books/lend", &exchange).unwrap();
    }

    #[test]
    fn each_run_has_a_file_of_its_own_without_secrets() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("state");
        for name in ["9.jsonl", "9-2.jsonl", "9-3.jsonl"] {
            let redactor = Redactor::new([("main key", CANARY)]);
            let ledger = Ledger::open(&folder, "9", redactor).unwrap();
            assert_eq!(ledger.path(), Some(folder.join(name).as_path()));
            note(&ledger);
            let text = fs::read_to_string(folder.join(name)).unwrap();
            assert_eq!(text.lines().count(), 2);
            assert!(text.contains("/books/[main key]"), "{text}");
            assert!(text.contains("broken: the connection broke"), "{text}");
            assert!(!text.contains("canary"), "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_may_look() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("a/b");
        let ledger = Ledger::open(&folder, "9", Redactor::default()).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        assert_eq!(mode(ledger.path().unwrap()), 0o600);
    }
}
