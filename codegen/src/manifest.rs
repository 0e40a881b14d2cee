//! `Cargo.toml` of the generated packages, which stand alone: nothing is inherited from a workspace.

use crate::plan::Package;
use crate::template::fill;

/// The manifest of a package. `dependencies` are the lines below `[dependencies]`, followed by sections such as
/// `[features]`.
pub fn manifest(package: &Package, description: &str, dependencies: &str) -> String {
    let is_special = |sign: char| sign.is_control() || "\"\\".contains(sign);
    let values = [
        ("NAME", package.name.as_str()),
        ("DESCRIPTION", &description.replace(is_special, " ")),
        ("DEPENDENCIES", dependencies.trim_end()),
    ];
    fill(include_str!("manifest.toml"), &values)
}
