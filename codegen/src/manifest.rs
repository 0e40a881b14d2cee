//! `Cargo.toml` of the generated packages, which stand alone: nothing is inherited from a workspace.

use crate::plan::Package;

/// The manifest of a package.
#[derive(Debug)]
pub struct Manifest<'a> {
    /// The package.
    pub package: &'a Package,
    /// What it is, in a fragment.
    pub description: String,
    /// Lines of `[dependencies]`, without the heading.
    pub dependencies: String,
    /// Whole sections that follow, such as `[features]`; may be empty.
    pub sections: &'a str,
}

const LINTS: &str = r#"[lints.rust]
unsafe_code = "forbid"
unused_qualifications = "warn"

[lints.clippy]
all = { level = "warn", priority = -1 }
unwrap_used = "warn"
todo = "warn"
unimplemented = "warn"
dbg_macro = "warn"
mod_module_files = "warn"
allow_attributes = "warn"
"#;

impl Manifest<'_> {
    /// The text of the file.
    pub fn text(&self) -> String {
        let Self { package, description, dependencies, sections } = self;
        let gap = if sections.is_empty() { "" } else { "\n" };
        format!(
            r#"[package]
name = "{}"
description = "{}"
version = "0.1.0"
edition = "2024"
rust-version = "1.94"
publish = false

[dependencies]
{}
{gap}{}{gap}
{LINTS}"#,
            package.name,
            description.replace(|sign: char| sign.is_control() || "\"\\".contains(sign), " "),
            dependencies.trim_end(),
            sections.trim_end(),
        )
        .replace("\n\n\n", "\n\n")
    }
}
