//! Starting cargo from a program that cargo started.

use std::ffi::OsStr;
use std::process::Command;

use anyhow::{Context, bail};

/// Cargo, without the environment variables that it sets for the package of this program.
///
/// The build script of ring depends on them: with other values, ring and everything that depends on it is built again.
pub fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            cargo.env_remove(name);
        }
    }
    cargo
}

/// Environment variable that is set where all programs of both workspaces have been built with this
/// one. Building a package alone selects other features, and compiles its dependencies again.
const PREBUILT: &str = "XTASK_PREBUILT";

/// Builds packages in the profile of this program. Fails when cargo cannot be started or a package
/// does not compile.
pub fn build(packages: &[&str]) -> anyhow::Result<()> {
    build_with(&[], packages)
}

/// Builds packages like [`build`], with further flags.
pub fn build_with(flags: &[&OsStr], packages: &[&str]) -> anyhow::Result<()> {
    if std::env::var_os(PREBUILT).is_some() {
        return Ok(());
    }
    let mut cargo = cargo();
    cargo.arg("build").args(flags);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    cargo.args(packages.iter().flat_map(|package| ["--package", package]));
    let status = cargo.status().context("failed to start cargo")?;
    if !status.success() {
        bail!("failed to build {}", packages.join(" and "));
    }
    Ok(())
}
