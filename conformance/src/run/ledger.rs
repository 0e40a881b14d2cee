//! The journal of a run: every write is noted before it is sent, and again when it is answered.
//!
//! What is noted but never answered may have happened. Folder and file are their owner's alone, and
//! no secret is written. While a run goes on its journal is locked, so that no sweep takes it for one
//! that was left behind. Nothing here reads a journal back.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::exchange::Exchange;
use crate::journal::{Began, Entry, Write};
use crate::reception::Reception;
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
            match private().create_new(true).open(&path) {
                Ok(file) => {
                    file.lock().map_err(|cause| failed(&path, cause))?;
                    return Ok(Self::of(file, &path, redactor));
                }
                Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => {}
                Err(cause) => return Err(failed(&path, cause)),
            }
        }
        Err(failed(folder, io::ErrorKind::AlreadyExists.into()))
    }

    /// A journal that is there already, to be gone on with; `None` while its run goes on.
    ///
    /// # Errors
    /// [`LedgerError`] when it cannot be written.
    pub fn resume(path: &Path, redactor: Redactor) -> Result<Option<Self>, LedgerError> {
        let failed = |cause| LedgerError {
            path: path.display().to_string(),
            cause,
        };
        let file = private().open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self::of(file, path, redactor))),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(cause)) => Err(failed(cause)),
        }
    }

    fn of(file: File, path: &Path, redactor: Redactor) -> Self {
        Self {
            file: Some(Mutex::new(file)),
            path: Some(path.to_owned()),
            redactor,
        }
    }

    /// Whether there is a journal.
    pub(super) fn is_kept(&self) -> bool {
        self.file.is_some()
    }

    /// Where the journal is.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Notes which run this is: the first line.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn begin(&self, began: Began) -> io::Result<()> {
        self.append(&Entry::Began(began))
    }

    /// Notes that all has been done that can be done.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn sweep(&self) -> io::Result<()> {
        self.append(&Entry::Swept)
    }

    pub(super) fn end(&self) -> io::Result<()> {
        self.append(&Entry::Ended)
    }

    /// A write without short keys; long ones are taken out of the whole line.
    fn hidden(&self, mut write: Write) -> Write {
        write.target = self.redactor.shown(&write.target);
        write.body = write.body.map(|body| self.redactor.shown(&body));
        write
    }

    pub(super) fn promise(&self, scenario: &str, write: Write) -> io::Result<()> {
        self.append(&Entry::Promised {
            scenario: scenario.to_owned(),
            write: self.hidden(write),
        })
    }

    pub(super) fn intend(
        &self,
        scenario: &str,
        exchange: u32,
        write: Write,
        last: bool,
    ) -> io::Result<()> {
        self.append(&Entry::Intended {
            scenario: scenario.to_owned(),
            exchange,
            write: self.hidden(write),
            last,
        })
    }

    pub(super) fn complete(
        &self,
        scenario: &str,
        exchange: &Exchange,
        received: Option<Reception>,
        made: Option<String>,
    ) -> io::Result<()> {
        let (answer, fault) = (
            exchange.outcome.as_ref().ok(),
            exchange.outcome.as_ref().err(),
        );
        self.append(&Entry::Completed {
            scenario: scenario.to_owned(),
            exchange: exchange.number,
            status: answer.map(|answer| answer.status),
            fault: fault.map(|fault| self.redactor.shown(&format!("{}: {fault}", fault.name()))),
            arrived: exchange.may_have_arrived(),
            received,
            made: made.map(|made| self.redactor.shown(&made)),
        })
    }

    fn append(&self, entry: &Entry) -> io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let line = serde_json::to_string(entry)?;
        // A panic elsewhere leaves whole lines behind: each is written at once.
        let mut file = file
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        file.write_all(format!("{}\n", self.redactor.text(&line)).as_bytes())
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
    options.append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

#[cfg(test)]
mod tests {
    use std::fs;

    use spec::Method;

    use super::*;
    use crate::exchange::{Fault, Request};

    const CANARY: &str = "canary/7f3a";

    fn note(ledger: &Ledger) {
        let request = Request {
            method: Method::Post,
            target: "/books/canary%2F7f3a".to_owned(),
            headers: vec![("Library-Card".to_owned(), CANARY.to_owned())],
            body: Some(format!(r#"{{"title":"{CANARY}"}}"#)),
        };
        let write = Write::new("lend_book", Some("main"), &request);
        ledger.intend("books/lend", 1, write, false).unwrap();
        let outcome = Err(Fault::Broken(format!("after {CANARY}")));
        let exchange = Exchange {
            number: 1,
            request,
            outcome,
        };
        let made = Some(CANARY.to_owned());
        ledger
            .complete("books/lend", &exchange, None, made)
            .unwrap();
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

    #[test]
    fn a_journal_is_resumed_when_its_run_is_over() {
        let folder = tempfile::tempdir().unwrap();
        let ledger = Ledger::open(folder.path(), "9", Redactor::default()).unwrap();
        let path = ledger.path().unwrap().to_owned();
        let resume = || Ledger::resume(&path, Redactor::default()).unwrap();
        assert!(resume().is_none());
        ledger.end().unwrap();
        drop(ledger);
        resume().unwrap().sweep().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "{\"event\":\"ended\"}\n{\"event\":\"swept\"}\n");
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
