//! Location of the state folder, which contains journals and the list of consumed fixtures.

use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;

use anyhow::Context;

use super::output::print_message;
use crate::state::FixtureLedger;
use crate::target::TargetFixture;
use crate::text::counted;

/// The default folder, below the user's state folder.
pub(super) fn default_folder() -> anyhow::Result<PathBuf> {
    let state = env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".local/state"));
    let folder =
        state.or_else(home).context("no folder for the journal; give `--state-dir DIR`")?;
    Ok(folder.join(env!("CARGO_PKG_NAME")))
}

/// The fixtures that no earlier run consumed; prints how many those were.
pub(super) fn unused_fixtures(
    ledger: &FixtureLedger<'_>,
    fixtures: &BTreeMap<String, Vec<TargetFixture>>,
) -> BTreeMap<String, Vec<TargetFixture>> {
    let (unused, consumed) = ledger.unused(fixtures);
    if consumed > 0 {
        let (count, path) = (counted(consumed, "fixture"), ledger.path().display());
        print_message(&format!("note: earlier runs consumed {count}, see {path}\n"));
    }
    unused
}
