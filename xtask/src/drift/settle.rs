//! Brings a folder up to date, one whole file after another.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::{Drift, Kind};
use crate::folder::UNFINISHED;
use crate::text::tell;

/// Why a folder could not be brought up to date.
pub struct Failure {
    /// The file.
    pub path: PathBuf,
    /// What was to be done to it: `write`.
    pub doing: &'static str,
    /// What the system says.
    pub error: io::Error,
    /// How to mend it.
    pub help: &'static str,
}

impl Drift {
    /// Writes what is missing, stale or edited and deletes what is orphaned; foreign files stay.
    ///
    /// # Errors
    /// When a file cannot be written or deleted; files already written are whole.
    pub fn settle(&self) -> Result<(), Failure> {
        for change in &self.changes {
            let path = &change.path;
            let (doing, done) = match &change.kind {
                Kind::Foreign => continue,
                Kind::Missing { wanted }
                | Kind::Stale { wanted, .. }
                | Kind::Edited {
                    wanted: Some(wanted),
                    ..
                } => ("write", write(path, wanted)),
                Kind::Orphaned { .. } | Kind::Edited { wanted: None, .. } => {
                    ("delete", delete(path, &self.folder))
                }
            };
            done.map_err(|error| Failure {
                path: path.clone(),
                doing,
                help: help(path, &self.folder, &error),
                error,
            })?;
            tell(&format!("{:>12} {}\n", change.kind.deed(), path.display()));
        }
        Ok(())
    }
}

/// Writes beside and renames, so that an interruption leaves no half-written file.
fn write(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let beside = || {
        let mut named = tempfile::Builder::new();
        make_readable(named.prefix(UNFINISHED)).tempfile_in(folder)
    };
    // Most often the folder is there.
    let mut file = beside().or_else(|_| {
        fs::create_dir_all(folder)?;
        beside()
    })?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}

/// Deletes a file, and the folders below `root` that it leaves empty.
fn delete(path: &Path, root: &Path) -> io::Result<()> {
    fs::remove_file(path)?;
    let above = path
        .ancestors()
        .skip(1)
        .take_while(|folder| *folder != root);
    for folder in above {
        // A folder that is not empty stays.
        if fs::remove_dir(folder).is_err() {
            break;
        }
    }
    Ok(())
}

/// What most likely is in the way.
fn help(path: &Path, root: &Path, error: &io::Error) -> &'static str {
    let mut above = path
        .ancestors()
        .skip(1)
        .take_while(|at| at.starts_with(root));
    if path.is_dir() {
        return "a folder stands in the place of the file: move it elsewhere";
    }
    if above.any(Path::is_file) {
        return "a file stands in the place of its folder: move it elsewhere";
    }
    match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "the folder must be writable for who runs this"
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "make room on the disk, then run the command again: it goes on where it stopped"
        }
        _ => "run the command again: it goes on where it stopped",
    }
}

/// Temporary files are for their owner only; generated ones are like any other source file.
#[cfg(unix)]
fn make_readable<'b, 'n>(
    file: &'b mut tempfile::Builder<'n, 'n>,
) -> &'b mut tempfile::Builder<'n, 'n> {
    use std::os::unix::fs::PermissionsExt;
    file.permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable<'b, 'n>(
    file: &'b mut tempfile::Builder<'n, 'n>,
) -> &'b mut tempfile::Builder<'n, 'n> {
    file
}
