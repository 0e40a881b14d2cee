//! `Cargo.toml` of the generated packages, which stand alone: nothing is inherited from a workspace.

use crate::Options;
use crate::plan::Package;
use crate::template::fill;

pub const VERSION: &str = "0.1.0";

/// What a registry shows of a package.
pub struct About {
    /// One line.
    pub description: String,
    /// What the crate is, besides an API.
    pub keyword: &'static str,
    /// A category of crates.io.
    pub category: &'static str,
}

/// The manifest of a package. `dependencies` are the lines below `[dependencies]`, followed by sections such as
/// `[features]`.
pub fn manifest(package: &Package, about: &About, options: &Options, dependencies: &str) -> String {
    let is_special = |sign: char| sign.is_control() || "\"\\".contains(sign);
    let quoted = |text: &str| text.replace(is_special, " ");
    let license = options.license.as_ref();
    let license = license.map(|it| format!("license = \"{}\"\n", quoted(&it.expression)));
    let values = [
        ("VERSION", VERSION),
        ("LICENSE", &license.unwrap_or_default()),
        ("NAME", package.name.as_str()),
        ("DESCRIPTION", &quoted(&about.description)),
        ("KEYWORD", about.keyword),
        ("CATEGORY", about.category),
        ("PUBLISH", if options.publish { "" } else { "publish = false\n" }),
        ("DEPENDENCIES", dependencies.trim_end()),
    ];
    fill(include_str!("manifest.toml"), &values)
}
