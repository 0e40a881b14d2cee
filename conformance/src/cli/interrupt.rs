//! Interrupts such as Ctrl-C. The first stops the run and lets it clean up; the second stops at
//! once and lists what is left to sweep; the third ends the process.

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

/// Handles interrupts until the process ends.
pub(super) async fn listen(stop: StopSignal) {
    // If no handler can be installed, signals keep their default effect.
    let Ok(mut signals) = Signals::new() else {
        return;
    };
    signals.next().await;
    stop.interrupt();
    output::print_message("interrupted: cleaning up; press Ctrl-C again to stop at once\n");
    signals.next().await;
    stop.halt();
    output::print_message("interrupted again: stopping at once\n");
    signals.next().await;
    std::process::exit(i32::from(Exit::Interrupted.code()));
}

/// Lists what a run that was stopped at once did not clean up, and the command that does.
pub(super) fn print_open_tasks(suite: &Suite, journal: &Path, flags: &str, redactor: &Redactor) {
    let text = fs::read_to_string(journal).ok();
    let read = text.as_deref().and_then(Journal::read);
    let open = read.map_or(Vec::new(), |journal| cleanup_tasks(&suite.contract, &journal));
    output::print_message(&redactor.text(&describe_open_tasks(&open, flags, redactor)));
}

fn describe_open_tasks(open: &[CleanupTask], flags: &str, redactor: &Redactor) -> String {
    if open.is_empty() {
        return "stopped at once; nothing is left to sweep\n".to_owned();
    }
    let mut text = format!("stopped at once; {} left to sweep\n", counted(open.len(), "call"));
    for task in open {
        let target = redactor.shown(&task.write.target);
        let _ = writeln!(text, "  {} {target}", task.write.method);
    }
    let _ = writeln!(text, "  {} sweep {flags}", env!("CARGO_PKG_NAME"));
    text
}
