//! Where a run keeps what must outlive it: its journal, and what it used up.

use std::env;
use std::path::PathBuf;

use anyhow::Context;

/// The folder: the one given, or this program's own below the user's state folder.
pub(super) fn folder(given: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    let own = || {
        let state = env::var_os("XDG_STATE_HOME").map(PathBuf::from);
        let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".local/state"));
        Some(state.or_else(home)?.join(env!("CARGO_PKG_NAME")))
    };
    given
        .or_else(own)
        .context("there is no place for the journal; give `--state-dir DIR`")
}
