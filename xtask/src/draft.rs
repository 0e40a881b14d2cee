//! Writes the files of a new contract into an empty folder.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, bail};

use crate::project;

/// The folder of the JSON Schemas of contracts, which editors read.
const SCHEMAS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../spec/schema");

/// Fails when the folder is not empty, or is not a folder.
pub fn ensure_empty(folder: &Path) -> anyhow::Result<()> {
    let shown = folder.display();
    match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotADirectory => {
            bail!("`{shown}` is a file; choose another folder with `--out DIR`")
        }
        Err(error) => Err(error).with_context(|| format!("cannot read the folder `{shown}`")),
        Ok(mut entries) => match entries.next() {
            Some(_) => bail!("the folder `{shown}` is not empty; choose another with `--out DIR`"),
            None => Ok(()),
        },
    }
}

/// Writes files, each with its path in the folder. Fails when one cannot be written.
pub fn write<'f>(
    folder: &Path,
    files: impl IntoIterator<Item = (&'f str, &'f str)>,
) -> anyhow::Result<()> {
    for (name, text) in files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, text))
            .with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    Ok(())
}

/// The path of the schemas, as seen from a folder.
pub fn schemas_from(folder: &Path) -> String {
    project::relative_path(folder, Path::new(SCHEMAS))
}

/// The environment variable with the key of a service whose package is named after its id.
pub fn key_variable(service: &str) -> String {
    format!("{}_API_KEY", service.to_uppercase())
}
