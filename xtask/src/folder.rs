//! What a folder of generated files holds.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::look::Look;

/// Folders that tools put beside generated files.
const NOT_OURS: [&str; 1] = ["target"];

/// How the names of files begin that are being written; one that is found was left by an interrupted run.
pub const UNFINISHED: &str = ".unfinished-";

/// Whether it is a file that an interrupted run was writing.
pub fn is_leftover(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().starts_with(UNFINISHED)
}

/// The paths of all files, and of links to folders, which are not followed. Hidden files, lock files and build folders
/// do not count.
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
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
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
        let is_not_ours = NOT_OURS.contains(&&*name);
        if entry.file_type().with_context(failed)?.is_dir() {
            if !is_not_ours {
                add(&path, found)?;
            }
        } else if !(is_not_ours && path.is_dir()) {
            found.insert(path);
        }
    }
    Ok(())
}

/// A folder as it was found.
pub struct Found {
    pub(super) folder: PathBuf,
    pub(super) files: BTreeMap<PathBuf, FoundFile>,
}

/// A file as it was found, or a link to a folder, of which no bytes are known.
pub(super) struct FoundFile {
    pub bytes: Vec<u8>,
    pub is_folder: bool,
    /// What the system said of it before it was read.
    pub look: Option<Look>,
}

impl Found {
    /// Reads all files of a folder; one that does not exist is empty.
    ///
    /// # Errors
    /// When a file or folder cannot be read.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let files = paths(folder)?.into_iter().map(|path| {
            let file = FoundFile::read(&path);
            let file = file.with_context(|| format!("failed to read {}", path.display()))?;
            Ok((path, file))
        });
        Ok(Self {
            folder: folder.to_owned(),
            files: files.collect::<anyhow::Result<_>>()?,
        })
    }
}

impl FoundFile {
    fn read(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let what = file.metadata()?;
        let mut bytes = Vec::new();
        if !what.is_dir() {
            file.read_to_end(&mut bytes)?;
        }
        Ok(Self {
            bytes,
            is_folder: what.is_dir(),
            look: Look::of(&what),
        })
    }
}

/// The text of a file as it was made. What is no text is nobody's we know.
pub fn text(bytes: &[u8]) -> String {
    // Git may write the ends of lines as the platform does.
    String::from_utf8_lossy(bytes).replace("\r\n", "\n")
}
