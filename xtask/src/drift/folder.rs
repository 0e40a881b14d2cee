//! What a folder of generated files holds.

use std::collections::BTreeSet;
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

/// The paths of all files. Hidden files, lock files and build folders do not count.
///
/// # Errors
/// When a folder cannot be read.
pub fn paths(folder: &Path) -> anyhow::Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
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

fn add(folder: &Path, found: &mut BTreeSet<PathBuf>) -> anyhow::Result<()> {
    let failed = || format!("failed to read {}", folder.display());
    for entry in std::fs::read_dir(folder).with_context(failed)? {
        let entry = entry.with_context(failed)?;
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let hidden = name.starts_with('.') && !is_leftover(&path);
        if hidden || name == "Cargo.lock" {
            continue;
        }
        let what = entry.file_type().with_context(failed)?;
        if what.is_dir() {
            if !NOT_OURS.contains(&&*name) {
                add(&path, found)?;
            }
        } else if !(what.is_symlink() && path.is_dir()) {
            found.insert(path);
        }
    }
    Ok(())
}

/// The bytes of a file.
///
/// # Errors
/// When it cannot be read.
pub fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("failed to read {}", path.display()))
}

/// The text of a file as it was made. What is no text is nobody's we know.
pub fn text(bytes: &[u8]) -> String {
    // Git may write the ends of lines as the platform does.
    String::from_utf8_lossy(bytes).replace("\r\n", "\n")
}
