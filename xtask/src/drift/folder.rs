//! What a folder of generated files holds.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Folders that tools put beside generated files.
const NOT_OURS: [&str; 1] = ["target"];

/// How the names of files begin that are being written; one that is found was left by an interrupted run.
pub const UNFINISHED: &str = ".unfinished-";

/// Whether it is a file that an interrupted run was writing.
pub fn is_leftover(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().starts_with(UNFINISHED)
}

/// Every file by path. Hidden files, lock files and build folders do not count.
///
/// # Errors
/// When a file or folder cannot be read.
pub fn read(folder: &Path) -> anyhow::Result<BTreeMap<PathBuf, String>> {
    let mut found = BTreeMap::new();
    match folder.metadata() {
        Ok(what) if what.is_dir() => add(folder, &mut found)?,
        Ok(_) => anyhow::bail!(
            "{} is a file, and the place of a folder of generated files; move it elsewhere",
            folder.display()
        ),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => {
            return Err(error).with_context(|| format!("failed to read {}", folder.display()));
        }
    }
    Ok(found)
}

fn add(folder: &Path, found: &mut BTreeMap<PathBuf, String>) -> anyhow::Result<()> {
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("failed to read {}", folder.display()))?;
    for entry in entries {
        let entry = entry.with_context(|| format!("failed to read {}", folder.display()))?;
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let hidden = name.starts_with('.') && !is_leftover(&path);
        if hidden || name == "Cargo.lock" {
            continue;
        }
        if !path.is_dir() {
            // What is no text is nobody's we know.
            let bytes = std::fs::read(&path)
                .with_context(|| format!("failed to read {}", path.display()))?;
            let text = String::from_utf8_lossy(&bytes);
            // Git may write the ends of lines as the platform does.
            found.insert(path, text.replace("\r\n", "\n"));
        } else if !NOT_OURS.contains(&&*name) && !path.is_symlink() {
            add(&path, found)?;
        }
    }
    Ok(())
}
