//! Standard output: what was asked for, and nothing else.

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
