//! Standard output for requested data, standard error for messages, and the files of reports.
//!
//! Nothing else in the command line writes what a service answered. All of it passes the redactor of the
//! connection.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::panic::set_hook;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, bail};

use crate::redact::Redactor;

/// Heading of the flags for reports.
pub(super) const OUTPUT: &str = "Output";

/// The secrets of the process, from the moment that they are known.
static REDACTOR: OnceLock<Redactor> = OnceLock::new();

/// Removes the secrets from everything that is written from now on. A process has one connection.
pub(super) fn hide_secrets(redactor: &Redactor) {
    let _ = REDACTOR.set(redactor.clone());
}

/// Searches less for secrets from now on, so that an interrupted run ends soon.
pub(super) fn interrupt_redaction() {
    if let Some(redactor) = REDACTOR.get() {
        redactor.interrupt();
    }
}

fn without_secrets(text: &str) -> Cow<'_, str> {
    REDACTOR.get().map_or(text.into(), |redactor| redactor.text(text).into())
}

/// Writes to standard output. A broken pipe is not an error: the reader has seen enough.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    write_stdout(text).context("cannot write to standard output")
}

/// As [`print`], for the report of a run.
pub(super) fn print_report(text: &str) -> anyhow::Result<()> {
    write_stdout(text).context("cannot write the report to standard output")
}

fn write_stdout(text: &str) -> io::Result<()> {
    let text = without_secrets(text);
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// A file that must not have existed, made before anything is sent. It is removed unless it is written.
pub(super) struct NewFile {
    path: PathBuf,
    file: Option<File>,
}

impl NewFile {
    /// Creates it; `flag` is the one that named it.
    pub(super) fn create(path: &Path, flag: &str) -> anyhow::Result<Self> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        // It may quote personal data of the target.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let shown = path.display();
        match options.open(path) {
            Ok(file) => Ok(Self { path: path.to_owned(), file: Some(file) }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                bail!("`{shown}` already exists and was not changed; give another `{flag}`")
            }
            Err(error) => Err(error).with_context(|| format!("cannot write `{flag} {shown}`")),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn write(self, text: &str) -> anyhow::Result<()> {
        self.write_redacted(&without_secrets(text))
    }

    /// Like [`write`](Self::write), but for a text without secrets that must not be changed.
    pub(super) fn write_redacted(mut self, text: &str) -> anyhow::Result<()> {
        if let Some(file) = &mut self.file {
            file.write_all(text.as_bytes())
                .with_context(|| format!("cannot write `{}`", self.path.display()))?;
        }
        self.file = None;
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if self.file.is_some() {
            // Errors are ignored: an empty file does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Prints a message. Errors are ignored: without a terminal, a run must still clean up.
pub(super) fn print_message(text: &str) {
    let text = without_secrets(text);
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

pub(super) fn print_error(error: &anyhow::Error) {
    print_message(&format!("error: {error:#}\n"));
}

/// Writes text to an open file.
pub(super) fn write_file(file: &mut File, text: &str) -> io::Result<()> {
    file.write_all(without_secrets(text).as_bytes())
}

/// Writes a text to a file, and replaces its content.
pub(super) fn replace_file(path: &Path, text: &str) -> io::Result<()> {
    fs::write(path, without_secrets(text).as_bytes())
}

/// Prints panics as messages: they may quote a response.
pub(super) fn redact_panics() {
    set_hook(Box::new(|panic| {
        let trace = Backtrace::capture();
        let trace = match trace.status() {
            BacktraceStatus::Captured => format!("{trace}\n"),
            _ => String::new(),
        };
        print_message(&format!("{panic}\n{trace}"));
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_removed_once_they_are_known() {
        hide_secrets(&Redactor::new([("main key", "canary/7f3a")]));
        assert_eq!(
            without_secrets("not a boundary of `canary%2F7f3a`"),
            "not a boundary of `[main key]`"
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.txt");
        write_file(&mut File::create(&path).unwrap(), "canary/7f3a").unwrap();
        assert_eq!(fs::read_to_string(path).unwrap(), "[main key]");
    }
}
