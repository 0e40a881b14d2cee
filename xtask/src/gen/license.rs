//! The licence of generated files.

use std::path::PathBuf;

use clap::Args;
use codegen::License;

use crate::text_file;

/// Flags that set the licence of generated files. Without them, generated files name no licence.
#[derive(Args)]
#[group(requires = "out")]
pub struct LicenseArgs {
    /// Name this licence in the crates and the OpenAPI document, and let the crates be published; requires `--out`
    #[arg(long, value_name = "SPDX")]
    license: Option<String>,
    /// Copy this text of the licence into each crate; can be given several times
    #[arg(long = "license-file", value_name = "FILE", requires = "license")]
    files: Vec<PathBuf>,
}

impl LicenseArgs {
    /// The licence with its texts. Fails when a file cannot be read.
    pub fn read(&self) -> anyhow::Result<Option<License>> {
        let Some(expression) = self.license.clone() else {
            return Ok(None);
        };
        let read = |path: &PathBuf| {
            let text = text_file::read(path)?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            anyhow::Ok((name.into_owned(), text))
        };
        let files = self.files.iter().map(read).collect::<anyhow::Result<_>>()?;
        Ok(Some(License { expression, files }))
    }
}

/// The licence of this repository, which holds for its own files.
pub fn own_license() -> License {
    let files = [
        ("LICENSE-APACHE", include_str!("../../../LICENSE-APACHE")),
        ("LICENSE-MIT", include_str!("../../../LICENSE-MIT")),
    ];
    License {
        expression: env!("CARGO_PKG_LICENSE").to_owned(),
        files: files.map(|(name, text)| (name.to_owned(), text.to_owned())).into(),
    }
}
