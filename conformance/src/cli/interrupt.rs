//! Ctrl-C, and what else asks a process to end: the first ends what goes on and lets it tidy up, the second stops at
//! once and tells what is left to be swept, the third ends the process wherever it is.

mod signals;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::list::counted;
use super::output;
use crate::exit::Exit;
use crate::redact::Redactor;
use crate::run::StopSignal;
use crate::state::cleanup_plan::{CleanupTask, cleanup_tasks};
use crate::state::journal::Journal;
use crate::suite::Suite;

use signals::Signals;

/// Listens for as long as the process goes on.
pub(super) async fn listen(stop: StopSignal) {
    // Where nothing can be listened to, a signal does what it does to any process.
    let Ok(mut signals) = Signals::new() else {
        return;
    };
    signals.next().await;
    stop.interrupt();
    output::tell("interrupted: tidying up; Ctrl-C again stops at once\n");
    signals.next().await;
    stop.halt();
    output::tell("interrupted again: stopping at once\n");
    signals.next().await;
    std::process::exit(i32::from(Exit::Interrupted.code()));
}

/// Tells what a run that was stopped at once did not put back or remove, and how to do that.
pub(super) fn tell(suite: &Suite, journal: &Path, flags: &str, redactor: &Redactor) {
    let text = fs::read_to_string(journal).ok();
    let read = text.as_deref().and_then(Journal::read);
    let open = read.map_or(Vec::new(), |journal| {
        cleanup_tasks(&suite.contract, &journal)
    });
    output::tell(&redactor.text(&told(&open, flags, redactor)));
}

fn told(open: &[CleanupTask], flags: &str, redactor: &Redactor) -> String {
    if open.is_empty() {
        return "stopped at once; nothing is left to be swept\n".to_owned();
    }
    let mut text = format!(
        "stopped at once; {} left to be swept\n",
        counted(open.len(), "call")
    );
    for task in open {
        let target = redactor.shown(&task.write.target);
        let _ = writeln!(text, "  {} {target}", task.write.method);
    }
    let _ = writeln!(text, "  {} sweep {flags}", env!("CARGO_PKG_NAME"));
    text
}
