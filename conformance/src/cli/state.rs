//! Location of the state folder, which contains journals and the list of consumed fixtures.

use std::env;
use std::path::PathBuf;

use anyhow::Context;

use super::list::counted;
use super::output::print_message;
use crate::state::FixtureLedger;
use crate::target::Target;

/// The given folder, or the default below the user's state folder.
pub(super) fn folder(given: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    let own = || {
        let state = env::var_os("XDG_STATE_HOME").map(PathBuf::from);
        let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".local/state"));
        Some(state.or_else(home)?.join(env!("CARGO_PKG_NAME")))
    };
    given.or_else(own).context("no folder for the journal; give `--state-dir DIR`")
}

/// The target without fixtures that earlier runs consumed; prints how many those were.
pub(super) fn unused_fixtures(ledger: &FixtureLedger<'_>, target: &Target) -> Target {
    let (unused, consumed) = ledger.unused(target);
    if consumed > 0 {
        let (count, path) = (counted(consumed, "fixture"), ledger.path().display());
        print_message(&format!("note: earlier runs consumed {count}, see {path}\n"));
    }
    unused
}
