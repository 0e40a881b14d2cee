//! Standard output for requested data, standard error for messages.

use std::io::{self, ErrorKind, Write};

use anyhow::Context;

/// Writes to standard output. A broken pipe is not an error: the reader has seen enough.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("cannot write to standard output")
        }
        _ => Ok(()),
    }
}

/// Prints a message. Errors are ignored: without a terminal, a run must still clean up.
pub(super) fn print_message(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

pub(super) fn print_error(error: &anyhow::Error) {
    print_message(&format!("error: {error:#}\n"));
}
