//! Reads the contents of a folder of generated files.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// Prefix of the names of files that are being written; a file with it was left by an interrupted run.
pub const UNFINISHED: &str = ".unfinished-";

/// Files that cargo puts beside generated ones.
const CARGO_FILES: [&str; 2] = ["target", "Cargo.lock"];

/// The files of a folder and of those below it. Hidden files and those of cargo are left out.
#[derive(Default)]
pub struct FolderContents {
    /// Contents by path, which starts with the folder.
    pub files: BTreeMap<PathBuf, Vec<u8>>,
    /// Links to folders, which are not followed.
    pub links: Vec<PathBuf>,
}

impl FolderContents {
    /// Reads all files of a folder; a folder that does not exist is empty. Fails when a file or
    /// folder cannot be read.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let mut contents = Self::default();
        match folder.metadata() {
            Ok(metadata) if metadata.is_dir() => contents.add_folder(folder)?,
            Ok(_) => bail!(
                "{} is a file where a folder of generated files belongs; move it elsewhere",
                folder.display()
            ),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("failed to read {}", folder.display()));
            }
        }
        Ok(contents)
    }

    fn add_folder(&mut self, folder: &Path) -> anyhow::Result<()> {
        let context = || format!("failed to read {}", folder.display());
        for entry in fs::read_dir(folder).with_context(context)? {
            let entry = entry.with_context(context)?;
            let file_type = entry.file_type().with_context(context)?;
            let path = entry.path();
            if is_ignored(&path) {
                continue;
            }
            if file_type.is_dir() {
                self.add_folder(&path)?;
            } else if file_type.is_symlink() && path.is_dir() {
                self.links.push(path);
            } else {
                let bytes = fs::read(&path)
                    .with_context(|| format!("failed to read {}", path.display()))?;
                self.files.insert(path, bytes);
            }
        }
        Ok(())
    }
}

fn is_ignored(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_hidden = name.starts_with('.') && !is_unfinished(path);
    is_hidden || CARGO_FILES.contains(&&*name)
}

/// Whether an interrupted run left the file.
pub fn is_unfinished(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().starts_with(UNFINISHED)
}

/// The text of a file with LF line ends: git may check files out with CRLF.
pub fn normalized_text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace("\r\n", "\n")
}
