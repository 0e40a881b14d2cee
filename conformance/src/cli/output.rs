//! Standard output: what was asked for, and nothing else. Standard error: what people are told.

use std::io::{self, ErrorKind, Write};

use anyhow::Context;

/// Writes to standard output. A reader that has seen enough and went away is no mistake.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        _ => Ok(()),
    }
}

/// Tells people something. That the terminal is gone is no reason to stop: what puts back is still to be sent.
pub(super) fn tell(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
