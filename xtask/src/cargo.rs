//! Starting cargo from a program that cargo started.

use std::process::Command;

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
