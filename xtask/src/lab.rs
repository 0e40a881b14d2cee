//! The programs of the laboratory, which is a workspace of its own in the folder `lab`.

use anyhow::Context;

use crate::{cargo, workspace};

/// Builds packages into the folder of this program. Fails when cargo cannot be started or a package does not compile.
pub fn build(packages: &[&str]) -> anyhow::Result<()> {
    let manifest = workspace::root()?.join("lab/Cargo.toml");
    let this = std::env::current_exe().context("failed to find the path of this program")?;
    let target = this.ancestors().nth(2).context("this program is in no target folder")?;
    let flags = [
        "--manifest-path".as_ref(),
        manifest.as_os_str(),
        "--target-dir".as_ref(),
        target.as_os_str(),
    ];
    cargo::build_with(&flags, packages)
}
