//! Writes and deletes generated files, each atomically.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use reader::Diagnostic;
use tempfile::NamedTempFile;

use super::folder::{UNFINISHED, normalized_text};
use super::{FileState, FolderChanges};
use crate::terminal::print_stderr;

impl FolderChanges {
    /// Writes what is missing, stale or edited and deletes what is orphaned; foreign files stay.
    /// Fails when a file cannot be written or deleted; files already written are complete.
    pub fn apply(&self) -> Result<(), Box<Diagnostic>> {
        for change in &self.changes {
            let path = &change.path;
            let ensure_unchanged = || match change.state {
                FileState::Edited => Ok(()),
                _ => ensure_unchanged(path, &change.actual),
            };
            let (action, result) = match (change.state, &change.expected) {
                (FileState::Foreign | FileState::Link, _) => continue,
                (FileState::Missing, Some(expected)) => ("write", create(path, expected)),
                (_, Some(expected)) => {
                    ("write", ensure_unchanged().and_then(|()| overwrite(path, expected)))
                }
                (_, None) => {
                    ("delete", ensure_unchanged().and_then(|()| delete(path, &self.folder)))
                }
            };
            result.map_err(|error| {
                let message = format!("failed to {action} {}: {error}", path.display());
                let help = help(path, &self.folder, &error);
                Box::new(Diagnostic::without_place("file-unwritable", message).with_help(help))
            })?;
            print_stderr(&format!("{:>12} {}\n", change.past_participle(), path.display()));
        }
        Ok(())
    }
}

/// Fails if the file was written since the folder was read.
fn ensure_unchanged(path: &Path, actual: &str) -> io::Result<()> {
    if normalized_text(&fs::read(path)?) == actual {
        Ok(())
    } else {
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

fn overwrite(path: &Path, text: &str) -> io::Result<()> {
    write_temporary(path, text)?.persist(path)?;
    Ok(())
}

/// Writes a new file. A file created since the folder was read is kept, and is an error unless it has the same text,
/// as one written by a concurrent run has.
fn create(path: &Path, text: &str) -> io::Result<()> {
    match write_temporary(path, text)?.persist_noclobber(path) {
        Ok(_) => Ok(()),
        Err(_) if fs::read_to_string(path).is_ok_and(|existing| existing == text) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Writes to a temporary file in the same folder, to be renamed, so that an interrupted run leaves no incomplete file.
fn write_temporary(path: &Path, text: &str) -> io::Result<NamedTempFile> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    // A temporary file is readable for its owner only, by default.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    let open = || builder.tempfile_in(folder);
    // In most cases the folder exists.
    let mut file = open().or_else(|_| {
        fs::create_dir_all(folder)?;
        open()
    })?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}

/// Deletes a file, and the folders below `root` that are empty then.
fn delete(path: &Path, root: &Path) -> io::Result<()> {
    fs::remove_file(path)?;
    let parents = path.ancestors().skip(1);
    for folder in parents.take_while(|folder| *folder != root) {
        // `remove_dir` refuses to remove a folder that is not empty.
        if fs::remove_dir(folder).is_err() {
            break;
        }
    }
    Ok(())
}

fn help(path: &Path, root: &Path, error: &io::Error) -> &'static str {
    let mut parents = path.ancestors().skip(1).take_while(|parent| parent.starts_with(root));
    if path.is_dir() {
        return "a folder has the path of the file: move it elsewhere";
    }
    if parents.any(Path::is_file) {
        return "a file has the path of the folder: move it elsewhere";
    }
    match error.kind() {
        io::ErrorKind::AlreadyExists => {
            "the file was changed during this run: run the command again, which reports the change"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "make the folder writable for the current user"
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "free some disk space, then run the command again: it continues where it stopped"
        }
        _ => "run the command again: it continues where it stopped",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_written_concurrently_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("loans/loan.rs");
        for _ in 0..2 {
            create(&path, "struct Loan;").unwrap();
        }
        let error = create(&path, "struct Other;").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert!(help(&path, folder.path(), &error).starts_with("the file was changed"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "struct Loan;");
        let error = ensure_unchanged(&path, "struct Book;").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        ensure_unchanged(&path, "struct Loan;").unwrap();
        overwrite(&path, "struct Other;").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "struct Other;");
        let files = fs::read_dir(path.parent().unwrap()).unwrap();
        assert_eq!(files.count(), 1, "no temporary file is left");
    }
}
