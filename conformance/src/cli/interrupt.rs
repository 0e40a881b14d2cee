//! Ctrl-C, and what else asks a process to end: the first ends what goes on and lets it tidy up, the second stops at
//! once and tells what is left to be swept, the third ends the process wherever it is.

mod signals;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::list::counted;
use super::out;
use crate::exit::Exit;
use crate::journal::Journal;
use crate::redact::Redactor;
use crate::run::Stop;
use crate::suite::Suite;
use crate::sweep::{Chore, chores};

use signals::Signals;

/// Listens for as long as the process goes on.
pub(super) async fn listen(stop: Stop) {
    // Where nothing can be listened to, a signal does what it does to any process.
    let Ok(mut signals) = Signals::new() else {
        return;
    };
    signals.next().await;
    stop.interrupt();
    out::tell("interrupted: tidying up; Ctrl-C again stops at once\n");
    signals.next().await;
    stop.halt();
    out::tell("interrupted again: stopping at once\n");
    signals.next().await;
    std::process::exit(i32::from(Exit::Interrupted.code()));
}

/// Tells what a run that was stopped at once did not put back or remove, and how to do that.
pub(super) fn tell(suite: &Suite, journal: &Path, flags: &str, redactor: &Redactor) {
    let text = fs::read_to_string(journal).ok();
    let read = text.as_deref().and_then(Journal::read);
    let open = read.map_or(Vec::new(), |journal| chores(&suite.contract, &journal));
    out::tell(&redactor.text(&told(&open, flags, redactor)));
}

fn told(open: &[Chore], flags: &str, redactor: &Redactor) -> String {
    if open.is_empty() {
        return "stopped at once; nothing is left to be swept\n".to_owned();
    }
    let mut text = format!(
        "stopped at once; {} left to be swept\n",
        counted(open.len(), "call")
    );
    for chore in open {
        let target = redactor.shown(&chore.write.target);
        let _ = writeln!(text, "  {} {target}", chore.write.method);
    }
    let _ = writeln!(text, "  {} sweep {flags}", env!("CARGO_PKG_NAME"));
    text
}
