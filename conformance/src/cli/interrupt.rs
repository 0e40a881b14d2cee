//! Ctrl-C: the first ends what goes on and lets it tidy up, the second stops at once and tells what is
//! left to be swept, the third ends the process wherever it is.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use tokio::signal::ctrl_c;

use super::list::counted;
use crate::exit::Exit;
use crate::journal::Journal;
use crate::redact::Redactor;
use crate::run::Stop;
use crate::suite::Suite;
use crate::sweep::{Chore, chores};

/// Listens for as long as the process goes on.
pub(super) async fn listen(stop: Stop) {
    if ctrl_c().await.is_err() {
        return;
    }
    stop.interrupt();
    if !again("interrupted: tidying up; Ctrl-C again stops at once").await {
        return;
    }
    stop.halt();
    if again("interrupted again: stopping at once").await {
        std::process::exit(i32::from(Exit::Interrupted.code()));
    }
}

/// Says what comes of this Ctrl-C, and waits for the next; whether it came.
async fn again(said: &str) -> bool {
    // Listens before it speaks, so that who answers at once is heard.
    let (next, ()) = tokio::join!(ctrl_c(), async { eprintln!("{said}") });
    next.is_ok()
}

/// Tells what a run that was stopped at once did not put back or remove, and how to do that.
pub(super) fn tell(suite: &Suite, journal: &Path, flags: &str, redactor: &Redactor) {
    let text = fs::read_to_string(journal).ok();
    let read = text.as_deref().and_then(Journal::read);
    let open = read.map_or(Vec::new(), |journal| chores(&suite.contract, &journal));
    eprint!("{}", redactor.text(&told(&open, flags)));
}

fn told(open: &[Chore], flags: &str) -> String {
    if open.is_empty() {
        return "stopped at once; nothing is left to be swept\n".to_owned();
    }
    let mut text = format!(
        "stopped at once; {} left to be swept\n",
        counted(open.len(), "call")
    );
    for chore in open {
        let _ = writeln!(text, "  {} {}", chore.write.method, chore.write.target);
    }
    let _ = writeln!(text, "  {} sweep {flags}", env!("CARGO_PKG_NAME"));
    text
}
