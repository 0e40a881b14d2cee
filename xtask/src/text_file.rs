//! Reading a text file that is not part of a contract.

use std::path::Path;

use anyhow::anyhow;
use reader::{Diagnostics, Sources};

/// The text of a file. The error names the file, and the place of a byte that is not UTF-8.
pub fn read(path: &Path) -> anyhow::Result<String> {
    let (mut sources, mut found) = (Sources::new(), Diagnostics::new());
    let file = sources.read(path, &mut found);
    let why = || found.iter().map(|found| found.message.as_str()).collect::<Vec<_>>().join("; ");
    Ok(sources.text(file.ok_or_else(|| anyhow!(why()))?).to_owned())
}
