//! Starting cargo from a program that cargo started.

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

/// Environment variable that is set where all programs have been built with this one.
const PREBUILT: &str = "XTASK_PREBUILT";

/// Selects the features of `cargo test --workspace`, which include those of tests. Building a package alone selects
/// others, and compiles most dependencies once more.
const FEATURES_OF_TESTS: [&str; 3] = ["--workspace", "--bench", "load"];

/// Builds programs in the profile of this program. Fails when cargo cannot be started or a program
/// does not compile.
pub fn build(programs: &[&str]) -> anyhow::Result<()> {
    if std::env::var_os(PREBUILT).is_some() {
        return Ok(());
    }
    let mut cargo = cargo();
    cargo.arg("build").args(FEATURES_OF_TESTS);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    cargo.args(programs.iter().flat_map(|program| ["--bin", program]));
    let status = cargo.status().context("failed to start cargo")?;
    if !status.success() {
        bail!("failed to build {}", programs.join(" and "));
    }
    Ok(())
}
