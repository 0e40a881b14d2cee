//! Cargo, as it is started from a program that cargo has started.

use std::process::Command;

/// Cargo, without what it told this program of its own package.
///
/// The build script of ring asks for that: were it handed on, ring would be built again, and all that stands on it,
/// whenever another program starts cargo.
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
