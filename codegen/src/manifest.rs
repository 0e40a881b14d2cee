//! `Cargo.toml` of the generated packages, which stand alone: nothing is inherited from a workspace.

use crate::Options;
use crate::plan::Package;
use crate::template::fill;

/// Version of the packages.
pub const VERSION: &str = "0.1.0";

/// The manifest of a package. `dependencies` are the lines below `[dependencies]`, followed by sections such as
/// `[features]`.
pub fn manifest(
    package: &Package,
    description: &str,
    options: &Options,
    dependencies: &str,
) -> String {
    let is_special = |sign: char| sign.is_control() || "\"\\".contains(sign);
    let license = options.license.as_deref();
    let license = license.map(|license| format!("license = \"{license}\"\n"));
    let values = [
        ("VERSION", VERSION),
        ("LICENSE", &license.unwrap_or_default()),
        ("NAME", package.name.as_str()),
        ("DESCRIPTION", &description.replace(is_special, " ")),
        ("DEPENDENCIES", dependencies.trim_end()),
    ];
    fill(include_str!("manifest.toml"), &values)
}
