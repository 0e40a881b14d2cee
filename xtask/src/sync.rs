//! Compares generated files with a folder, and writes the differences.

mod apply;
mod checksum;
mod folder;
mod report;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use reader::{Diagnostics, Sources};

use crate::contract::{ContractArgs, MessageFormat};
use crate::terminal::print_stderr;

use checksum::{Origin, add_checksum, detect_origin};
use folder::{FolderContents, is_unfinished, normalized_text};

/// Flags of the commands that write files.
#[derive(Args)]
pub struct WriteArgs {
    /// Write nothing; print the differences and exit with 1 if there are any
    #[arg(long)]
    check: bool,
    /// Overwrite and delete generated files even if they were edited
    #[arg(long, conflicts_with = "check")]
    force: bool,
}

impl WriteArgs {
    /// Whether nothing is written.
    pub fn is_check(&self) -> bool {
        self.check
    }
}

/// The differences between generated files and a folder.
pub struct FolderChanges {
    folder: PathBuf,
    /// In order of path.
    changes: Vec<FileChange>,
    /// Number of generated files.
    total: usize,
}

/// A file that differs from what is generated.
struct FileChange {
    path: PathBuf,
    state: FileState,
    /// The text in the folder; empty for a missing or foreign file.
    actual: String,
    /// The generated text; `None` if no file with this path is generated.
    expected: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FileState {
    /// A generated file is not in the folder.
    Missing,
    /// The file in the folder was generated earlier, with another text.
    Stale,
    /// The file in the folder was generated earlier and is not generated any more.
    Orphaned,
    /// The file in the folder was edited, or was not generated although its path is that of a generated file.
    Edited,
    /// Not generated, and at no path of a generated file. Reported, never touched.
    Foreign,
    /// A link to a folder at the path of a folder of generated files. The files behind it are never touched.
    Link,
}

impl FolderChanges {
    /// Compares generated texts, by path below the folder, with the files in the folder. Fails when
    /// the folder cannot be read.
    pub fn compare<'f>(
        files: impl IntoIterator<Item = (&'f str, &'f str)>,
        folder: &Path,
    ) -> anyhow::Result<Self> {
        let FolderContents { files: mut actual, links } = FolderContents::read(folder)?;
        let mut expected: BTreeMap<PathBuf, &str> =
            files.into_iter().map(|(path, text)| (folder.join(path), text)).collect();
        let total = expected.len();
        let mut changes = Vec::new();
        for path in links {
            let count = expected.len();
            expected.retain(|file, _| !file.starts_with(&path));
            let state = if expected.len() < count { FileState::Link } else { FileState::Foreign };
            changes.push(FileChange { path, state, actual: String::new(), expected: None });
        }
        for (path, text) in expected {
            let bytes = actual.remove(&path);
            changes.extend(FileChange::of_generated(path, add_checksum(text), bytes));
        }
        changes.extend(
            actual
                .into_iter()
                .map(|(path, bytes)| FileChange::of_unexpected(path, normalized_text(&bytes))),
        );
        changes.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Self { folder: folder.to_owned(), changes, total })
    }

    /// The same without foreign files, for a folder that also holds hand-written ones.
    #[must_use]
    pub fn without_foreign(mut self) -> Self {
        self.changes.retain(|change| change.state != FileState::Foreign);
        self
    }
}

impl FileChange {
    /// The change of a generated file; `None` if it is up to date.
    fn of_generated(path: PathBuf, expected: String, bytes: Option<Vec<u8>>) -> Option<Self> {
        if bytes.as_deref() == Some(expected.as_bytes()) {
            return None;
        }
        let (state, actual) = match bytes.map(|bytes| normalized_text(&bytes)) {
            None => (FileState::Missing, String::new()),
            Some(actual) if actual == expected => return None,
            Some(actual) if detect_origin(&actual) == Origin::Generated => {
                (FileState::Stale, actual)
            }
            Some(actual) => (FileState::Edited, actual),
        };
        Some(Self { path, state, actual, expected: Some(expected) })
    }

    fn of_unexpected(path: PathBuf, actual: String) -> Self {
        let (state, actual) = match detect_origin(&actual) {
            _ if is_unfinished(&path) => (FileState::Orphaned, actual),
            Origin::Generated => (FileState::Orphaned, actual),
            Origin::Edited => (FileState::Edited, actual),
            Origin::Foreign => (FileState::Foreign, String::new()),
        };
        Self { path, state, actual, expected: None }
    }
}

/// Reports the differences or writes them. Writes nothing if an edit would be lost, unless forced.
/// Returns whether the folders are up to date. Fails when a file cannot be written or deleted;
/// files already written are complete.
pub fn sync_folders(
    folders: &[FolderChanges],
    args: &WriteArgs,
    contract: &ContractArgs,
    command: &str,
) -> anyhow::Result<bool> {
    if args.check {
        return check(folders, contract, command);
    }
    let is_blocking = |state| match state {
        FileState::Link => true,
        FileState::Edited => !args.force,
        _ => false,
    };
    if folders.iter().flat_map(|folder| &folder.changes).any(|change| is_blocking(change.state)) {
        report::print_diagnostics(folders, is_blocking, contract, command)?;
        print_stderr("error: nothing was written, so that no edits are lost\n");
        return Ok(false);
    }
    for folder in folders {
        if let Err(error) = folder.apply() {
            let mut diagnostics = Diagnostics::default();
            diagnostics.push(*error);
            contract.print_diagnostics(&Sources::default(), &diagnostics)?;
            bail!("not all files were written; those that were are complete");
        }
        print_stderr(&folder.summary(false));
    }
    report::print_diagnostics(folders, |state| state == FileState::Foreign, contract, command)?;
    Ok(true)
}

fn check(
    folders: &[FolderChanges],
    contract: &ContractArgs,
    command: &str,
) -> anyhow::Result<bool> {
    let is_json = contract.message_format == MessageFormat::Json;
    for folder in folders {
        if !is_json {
            print_stderr(&folder.render_diffs());
        }
        print_stderr(&folder.summary(true));
    }
    if is_json {
        report::print_diagnostics(folders, |_| true, contract, command)?;
    }
    print_stderr(&report::advice(folders, command));
    Ok(folders.iter().all(|folder| folder.changes.is_empty()))
}
