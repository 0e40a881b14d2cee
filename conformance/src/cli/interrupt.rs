//! Interrupts such as Ctrl-C. The first stops the run and lets it clean up; the second stops at
//! once; the third ends the process.

mod signals;

use anyhow::Context;
use tokio::runtime::Runtime;

use super::output::{interrupt_redaction, print_message};
use crate::exit::Exit;
use crate::run::StopSignal;

use signals::Signals;

/// A runtime, and the signal that interrupts give to what it runs.
pub(super) fn runtime() -> anyhow::Result<(Runtime, StopSignal)> {
    let (runtime, stop) = (Runtime::new().context("cannot start")?, StopSignal::default());
    runtime.spawn(listen(stop.clone()));
    Ok((runtime, stop))
}

/// Handles interrupts until the process ends.
async fn listen(stop: StopSignal) {
    // If no handler can be installed, signals keep their default effect.
    let Ok(mut signals) = Signals::new() else {
        return;
    };
    signals.next().await;
    stop.interrupt();
    interrupt_redaction();
    print_message("interrupted: cleaning up; press Ctrl-C again to stop at once\n");
    signals.next().await;
    stop.halt();
    print_message("interrupted again: stopping at once\n");
    signals.next().await;
    std::process::exit(i32::from(Exit::Interrupted.code()));
}
