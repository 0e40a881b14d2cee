//! The workspace of this project, which the commands find from each of its folders.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::Context;

/// What the root of the workspace has.
const CONTRACT: &str = "spec/contract";

/// The way from the current folder to the root: empty in the root itself, `../..` two folders below it.
static WAY: LazyLock<Option<PathBuf>> =
    LazyLock::new(|| std::env::current_dir().ok().and_then(|here| way(&here)));

/// A path in the workspace, as seen from the current folder. Outside of a workspace, the path itself.
pub fn at(path: &str) -> PathBuf {
    WAY.as_deref().unwrap_or(Path::new("")).join(path)
}

/// The root of the workspace. Fails outside of it.
pub fn root() -> anyhow::Result<PathBuf> {
    let way = WAY.as_deref().with_context(|| {
        format!(
            "neither this folder nor one above it is the root of the workspace, with `{CONTRACT}` and a `Cargo.toml` \
             that has `[workspace]`; change to a folder of the workspace"
        )
    })?;
    way.join(".").canonicalize().context("failed to find the root of the workspace")
}

/// The current folder needs no manifest, so that a copy of some folders is enough.
fn way(here: &Path) -> Option<PathBuf> {
    let is_root = |folder: &Path| {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        folder.join(CONTRACT).is_dir() && manifest.lines().any(|line| line.trim() == "[workspace]")
    };
    if here.join(CONTRACT).is_dir() {
        return Some(PathBuf::new());
    }
    let above = here.ancestors().skip(1).position(is_root)?;
    Some(std::iter::repeat_n("..", above + 1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_found_from_below() {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        std::fs::create_dir_all(at("spec/contract/books")).unwrap();
        std::fs::create_dir_all(at("xtask/src")).unwrap();
        assert_eq!(way(&at("xtask/src")), None);
        assert_eq!(way(folder.path()), Some(PathBuf::new()));
        std::fs::write(at("xtask/Cargo.toml"), "[package]\nname = \"xtask\"\n").unwrap();
        std::fs::write(at("Cargo.toml"), "[workspace]\nmembers = []\n").unwrap();
        assert_eq!(way(&at("xtask/src")), Some("../..".into()));
        assert_eq!(way(&at("spec/contract/books")), Some("../../..".into()));
        assert_eq!(way(folder.path().parent().unwrap()), None);
    }
}
