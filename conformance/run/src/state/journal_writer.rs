//! Writes the journal of a run: each write before it is sent, and again after its response.
//!
//! An entry without a response may have taken effect. Folder and file are readable by their owner only, and
//! contain no secrets. The journal is locked during the run, so that a sweep does not clean up after a run in
//! progress.

use std::fs::{DirBuilder, File, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use super::private_append;
use crate::exchange::{Exchange, Fault};
use crate::redact::Redactor;
use crate::state::journal::{JournalEntry, JournalHeader, WriteRequest};
use crate::write_outcome::WriteOutcome;

/// Appends to a journal, or discards all entries.
#[derive(Debug, Default)]
pub struct JournalWriter {
    file: Option<Mutex<File>>,
    path: Option<PathBuf>,
    redactor: Redactor,
    /// The first failure to write.
    failure: OnceLock<String>,
}

/// The journal cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("the journal `{path}` cannot be written: {cause}")]
pub struct JournalError {
    path: String,
    cause: io::Error,
}

impl JournalError {
    fn new(path: &Path, cause: io::Error) -> Self {
        Self { path: path.display().to_string(), cause }
    }
}

impl JournalWriter {
    /// A writer that discards all entries, for targets that are deleted after the run.
    pub fn disabled() -> Self {
        Self::default()
    }

    /// Creates a journal in a folder, named after the run. A run id that exists gets another file.
    /// Fails with [`JournalError`] when the folder or file cannot be written.
    pub fn create(folder: &Path, run: &str, redactor: Redactor) -> Result<Self, JournalError> {
        create_folder(folder).map_err(|cause| JournalError::new(folder, cause))?;
        for copy in 1_u32.. {
            let name = match copy {
                1 => format!("{run}.jsonl"),
                _ => format!("{run}-{copy}.jsonl"),
            };
            let path = folder.join(name);
            match private_append().create_new(true).open(&path) {
                Ok(file) => {
                    file.lock().map_err(|cause| JournalError::new(&path, cause))?;
                    return Ok(Self::new(file, &path, redactor));
                }
                Err(cause) if cause.kind() == io::ErrorKind::AlreadyExists => {}
                Err(cause) => return Err(JournalError::new(&path, cause)),
            }
        }
        Err(JournalError::new(folder, io::ErrorKind::AlreadyExists.into()))
    }

    /// Opens an existing journal to append to it; `None` while its run is in progress.
    pub(crate) fn resume(path: &Path, redactor: Redactor) -> Result<Option<Self>, JournalError> {
        let failed = |cause| JournalError::new(path, cause);
        let mut file = private_append().open(path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => {
                end_last_line(&mut file).map_err(failed)?;
                Ok(Some(Self::new(file, path, redactor)))
            }
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(cause)) => Err(failed(cause)),
        }
    }

    fn new(file: File, path: &Path, redactor: Redactor) -> Self {
        Self {
            file: Some(Mutex::new(file)),
            path: Some(path.to_owned()),
            redactor,
            failure: OnceLock::new(),
        }
    }

    pub(crate) fn is_enabled(&self) -> bool {
        self.file.is_some()
    }

    /// Path of the journal, if entries are kept.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The first failure to write to it, to be looked at after the run.
    pub(crate) fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }

    /// Writes the first line, which identifies the run.
    pub(crate) fn write_header(&self, began: JournalHeader) -> Result<(), JournalError> {
        self.append(&JournalEntry::Began(began))
    }

    /// Records that a sweep has done everything it can.
    pub(crate) fn mark_swept(&self) {
        self.append_if_possible(&JournalEntry::Swept);
    }

    pub(crate) fn mark_ended(&self) {
        self.append_if_possible(&JournalEntry::Ended);
    }

    /// Removes short keys from the values of a write; long ones are removed from the whole line later.
    fn without_secrets(&self, mut write: WriteRequest) -> WriteRequest {
        write.target = self.redactor.shown(&write.target);
        write.body = write.body.map(|body| self.redactor.shown(&body));
        write
    }

    /// Records a `finally` call before it can be made. The run makes it in any case.
    pub(crate) fn record_finally_call(&self, scenario: &str, write: WriteRequest) {
        self.append_if_possible(&JournalEntry::FinallyCall {
            scenario: scenario.to_owned(),
            write: self.without_secrets(write),
        });
    }

    /// Records a write before it is sent; otherwise, it must not be sent. After a failure, only `finally` calls are
    /// recorded: of another write, what follows might be lost.
    pub(crate) fn record_intent(
        &self,
        scenario: &str,
        exchange: u32,
        write: WriteRequest,
        last: bool,
    ) -> Result<(), Fault> {
        if let Some(failed) = self.failure().filter(|_| !last) {
            return Err(Fault::Unsendable(failed.to_owned()));
        }
        let recorded = self.append(&JournalEntry::Intended {
            scenario: scenario.to_owned(),
            exchange,
            write: self.without_secrets(write),
            last,
        });
        recorded.map_err(|error| Fault::Unsendable(error.to_string()))
    }

    pub(crate) fn record_completion(
        &self,
        scenario: &str,
        exchange: &Exchange,
        received: Option<WriteOutcome>,
        made: Option<String>,
    ) {
        let (response, fault) = (exchange.outcome.as_ref().ok(), exchange.outcome.as_ref().err());
        self.append_if_possible(&JournalEntry::Completed {
            scenario: scenario.to_owned(),
            exchange: exchange.number,
            status: response.map(|response| response.status),
            fault: fault.map(|fault| self.redactor.shown(&format!("{}: {fault}", fault.name()))),
            arrived: exchange.may_have_arrived(),
            received,
            made: made.map(|made| self.redactor.shown(&made)),
        });
    }

    /// Records that a created record was found by another identifier, so that a sweep knows whose it is.
    pub(crate) fn record_found(
        &self,
        scenario: &str,
        record: &str,
        identifier: &str,
        shows: &[&str],
    ) {
        self.append_if_possible(&JournalEntry::Found {
            scenario: scenario.to_owned(),
            record: record.to_owned(),
            identifier: self.redactor.shown(identifier),
            shows: shows.iter().map(|text| self.redactor.shown(text)).collect(),
        });
    }

    /// Appends what has happened whether it is recorded or not. A failure is kept.
    fn append_if_possible(&self, entry: &JournalEntry) {
        let _ = self.append(entry);
    }

    fn append(&self, entry: &JournalEntry) -> Result<(), JournalError> {
        let (Some(file), Some(path)) = (&self.file, &self.path) else {
            return Ok(());
        };
        self.write_line(file, entry).map_err(|cause| {
            let error = JournalError::new(path, cause);
            // Later failures have the same cause.
            let _ = self.failure.set(error.to_string());
            error
        })
    }

    fn write_line(&self, file: &Mutex<File>, entry: &JournalEntry) -> io::Result<()> {
        let line = serde_json::to_string(entry)?;
        // A panic while locked leaves only whole lines, since each is a single write.
        let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        // A failed write may have left a part of its line.
        let start = self.failure().map_or("", |_| "\n");
        file.write_all(format!("{start}{}\n", self.redactor.text(&line)).as_bytes())
    }
}

/// Creates a folder that only its owner can access; an existing one is left as it is.
fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Ends the last line of a file if a crash has cut it off. Otherwise the next entry would be lost with that line.
pub(super) fn end_last_line(file: &mut File) -> io::Result<()> {
    if !file.metadata()?.is_file() || file.seek(SeekFrom::End(0))? == 0 {
        return Ok(());
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    if last == *b"\n" { Ok(()) } else { file.write_all(b"\n") }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use spec::Method;

    use super::*;
    use crate::exchange::Request;

    const CANARY: &str = "canary/7f3a";

    fn record(journal: &JournalWriter) {
        let request = Request {
            method: Method::Post,
            target: "/books/canary%2F7f3a".to_owned(),
            headers: vec![("Library-Card".to_owned(), CANARY.to_owned())],
            body: Some(format!(r#"{{"title":"{CANARY}"}}"#)),
        };
        let write = WriteRequest::new("lend_book", Some("main"), &request);
        journal.record_intent("books/lend", 1, write, false).unwrap();
        let outcome = Err(Fault::Broken(format!("after {CANARY}")));
        let exchange = Exchange { number: 1, request: request.into(), outcome };
        let made = Some(CANARY.to_owned());
        journal.record_completion("books/lend", &exchange, None, made);
    }

    #[test]
    fn journals_are_per_run_and_contain_no_secrets() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("state");
        for name in ["9.jsonl", "9-2.jsonl", "9-3.jsonl"] {
            let redactor = Redactor::new([("main key", CANARY)]);
            let journal = JournalWriter::create(&folder, "9", redactor).unwrap();
            assert_eq!(journal.path(), Some(folder.join(name).as_path()));
            record(&journal);
            let text = fs::read_to_string(folder.join(name)).unwrap();
            assert_eq!(text.lines().count(), 2);
            assert!(text.contains("/books/[main key]"), "{text}");
            assert!(text.contains("broken: the connection broke"), "{text}");
            assert!(!text.contains("canary"), "{text}");
        }
    }

    #[test]
    fn journal_is_resumed_after_its_run_ended() {
        let folder = tempfile::tempdir().unwrap();
        let journal = JournalWriter::create(folder.path(), "9", Redactor::default()).unwrap();
        let path = journal.path().unwrap().to_owned();
        let resume = || JournalWriter::resume(&path, Redactor::default()).unwrap();
        assert!(resume().is_none());
        journal.mark_ended();
        drop(journal);
        resume().unwrap().mark_swept();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, "{\"event\":\"ended\"}\n{\"event\":\"swept\"}\n");
    }

    #[test]
    fn torn_last_line_is_ended_before_more_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("9.jsonl");
        for (text, expected) in [
            ("{\"event\":\"ended\"}\n{\"event\":\"comp", 3),
            ("{\"event\":\"ended\"}\n", 2),
            ("", 1),
        ] {
            fs::write(&path, text).unwrap();
            let journal = JournalWriter::resume(&path, Redactor::default()).unwrap().unwrap();
            journal.mark_swept();
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.ends_with("{\"event\":\"swept\"}\n"), "{text}");
            assert_eq!(text.lines().count(), expected, "{text}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn failure_to_write_names_the_journal_and_is_kept() {
        let path = Path::new("/dev/full");
        let file = private_append().open(path).unwrap();
        let journal = JournalWriter::new(file, path, Redactor::default());
        assert_eq!(journal.failure(), None);
        journal.mark_ended();
        let error = journal.failure().unwrap();
        assert!(error.starts_with("the journal `/dev/full` cannot be written: "), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn journal_is_private_to_its_owner() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("a/b");
        let journal = JournalWriter::create(&folder, "9", Redactor::default()).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        assert_eq!(mode(journal.path().unwrap()), 0o600);
    }
}
