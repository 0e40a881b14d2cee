//! Location of the state folder, which contains journals and the list of consumed fixtures.

use std::env;
use std::path::PathBuf;

use anyhow::Context;

/// The given folder, or the default below the user's state folder.
pub(super) fn folder(given: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    let own = || {
        let state = env::var_os("XDG_STATE_HOME").map(PathBuf::from);
        let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".local/state"));
        Some(state.or_else(home)?.join(env!("CARGO_PKG_NAME")))
    };
    given
        .or_else(own)
        .context("no folder for the journal; give `--state-dir DIR`")
}
