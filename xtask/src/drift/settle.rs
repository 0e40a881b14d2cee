//! Brings a folder up to date, one whole file after another.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::{Drift, Kind};
use crate::folder::{self, UNFINISHED};
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
                Kind::Foreign | Kind::Link => continue,
                Kind::Missing { wanted } => ("write", create(path, wanted)),
                Kind::Stale { wanted, found } => (
                    "write",
                    as_found(path, found).and_then(|()| write(path, wanted)),
                ),
                Kind::Edited {
                    wanted: Some(wanted),
                    ..
                } => ("write", write(path, wanted)),
                Kind::Orphaned { found } => (
                    "delete",
                    as_found(path, found).and_then(|()| delete(path, &self.folder)),
                ),
                Kind::Edited { wanted: None, .. } => ("delete", delete(path, &self.folder)),
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

/// Whether a file is still the generator's work that was found: a hand may have written it since the folder was read.
fn as_found(path: &Path, found: &str) -> io::Result<()> {
    match folder::text(&fs::read(path)?) == found {
        true => Ok(()),
        false => Err(io::ErrorKind::AlreadyExists.into()),
    }
}

/// Writes in place of what is there.
fn write(path: &Path, text: &str) -> io::Result<()> {
    beside(path, text)?.persist(path)?;
    Ok(())
}

/// Writes where nothing is: what was put there since the folder was read stays, and is an error unless another run made
/// the same.
fn create(path: &Path, text: &str) -> io::Result<()> {
    match beside(path, text)?.persist_noclobber(path) {
        Err(_) if fs::read_to_string(path).is_ok_and(|there| there == text) => Ok(()),
        done => done.map(drop).map_err(io::Error::from),
    }
}

/// Writes beside, to be renamed, so that an interruption leaves no half-written file.
fn beside(path: &Path, text: &str) -> io::Result<NamedTempFile> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let unnamed = || {
        let mut named = tempfile::Builder::new();
        make_readable(named.prefix(UNFINISHED)).tempfile_in(folder)
    };
    // Most often the folder is there.
    let mut file = unnamed().or_else(|_| {
        fs::create_dir_all(folder)?;
        unnamed()
    })?;
    file.write_all(text.as_bytes())?;
    Ok(file)
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
        io::ErrorKind::AlreadyExists => {
            "somebody else wrote it during this run: run the command again, which will say what it is"
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_there_meanwhile_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("loans/loan.rs");
        for _ in 0..2 {
            create(&path, "struct Loan;").unwrap();
        }
        let error = create(&path, "struct Other;").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert!(help(&path, folder.path(), &error).starts_with("somebody else wrote it"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "struct Loan;");
        let error = as_found(&path, "struct Book;").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        as_found(&path, "struct Loan;").unwrap();
        write(&path, "struct Other;").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "struct Other;");
        assert_eq!(folder::paths(folder.path()).unwrap().len(), 1);
    }
}
