//! The copy of the sources that cargo-gamma changes and builds.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

/// Copies tracked files, and untracked files that git does not ignore. cargo-gamma refuses a tree with a link to a
/// folder: such links are left out (`conformance/contract`, for packages only), and links to files become files.
pub fn copy(tree: &Path) -> anyhow::Result<()> {
    if tree.exists() {
        fs::remove_dir_all(tree).context("failed to remove the last copy of the sources")?;
    }
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let output = git.output().context("failed to start git")?;
    if !output.status.success() {
        bail!("git ls-files failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let names = String::from_utf8(output.stdout).context("a file name is not UTF-8")?;
    for name in names.split_terminator('\0').filter(|name| Path::new(name).is_file()) {
        let to = tree.join(name);
        fs::create_dir_all(to.parent().unwrap_or(tree))?;
        fs::copy(name, to).with_context(|| format!("failed to copy {name}"))?;
    }
    Ok(())
}
