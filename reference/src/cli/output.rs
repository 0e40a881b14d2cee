//! Writing to stdout and stderr, which may be closed or on a full disk. Neither panics.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write, stderr, stdout};

use anyhow::Context as _;

/// The error when stdout cannot be written.
pub const UNWRITABLE: &str = "cannot write to stdout";

/// Writes a line to stderr. If that fails, there is no place left to report it.
pub fn note(line: impl Display) {
    let _ = write_stderr(&format!("{line}\n"));
}

/// Writes a text to stderr.
pub fn write_stderr(text: &str) -> io::Result<()> {
    let mut stderr = stderr().lock();
    stderr.write_all(text.as_bytes())?;
    stderr.flush()
}

/// Writes a text that must arrive to stdout.
pub fn write_stdout(text: &str) -> io::Result<()> {
    let mut stdout = stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()
}

/// Writes a text to stdout. A reader that closes the pipe has read what it wanted, as `head` does.
pub fn print(text: &str) -> anyhow::Result<()> {
    unless_closed(write_stdout(text)).context(UNWRITABLE)
}

/// The result, where a closed pipe is no failure.
pub fn unless_closed(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
