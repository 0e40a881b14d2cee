//! Compares generated files with a folder, and writes the differences.

mod apply;
mod catalog;
mod checksum;
mod folder;
mod report;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;

use crate::contract::{ContractArgs, MessageFormat};
use crate::terminal::print_stderr;

use checksum::{Origin, add_checksum, detect_origin};
use folder::{FolderContents, is_unfinished, normalized_text};

pub use catalog::KINDS;

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

/// The differences between generated files and a folder.
pub struct FolderChanges {
    folder: PathBuf,
    /// In order of path.
    changes: Vec<FileChange>,
    /// Number of generated files.
    total: usize,
}

struct FileChange {
    path: PathBuf,
    kind: ChangeKind,
}

enum ChangeKind {
    /// A generated file is not in the folder.
    Missing { expected: String },
    /// The file in the folder was generated earlier, with another text.
    Stale { expected: String, actual: String },
    /// The file in the folder was generated earlier and is not generated any more.
    Orphaned { actual: String },
    /// The file in the folder was edited, or was not generated although its path is that of a generated file.
    Edited { expected: Option<String>, actual: String },
    /// Not generated, and at no path of a generated file. Reported, never touched.
    Foreign,
    /// A link to a folder at the path of a folder of generated files. The files behind it are never touched.
    Link,
}

impl FolderChanges {
    /// Compares generated texts, by path below the folder, with the files in the folder.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn compare<'f>(
        files: impl IntoIterator<Item = (&'f str, &'f str)>,
        folder: &Path,
    ) -> anyhow::Result<Self> {
        let FolderContents { folder, files: mut actual, links } = FolderContents::read(folder)?;
        let mut expected: BTreeMap<PathBuf, &str> =
            files.into_iter().map(|(path, text)| (folder.join(path), text)).collect();
        let total = expected.len();
        let mut changes = Vec::new();
        for path in links {
            let count = expected.len();
            expected.retain(|file, _| !file.starts_with(&path));
            let kind = if expected.len() < count { ChangeKind::Link } else { ChangeKind::Foreign };
            changes.push(FileChange { path, kind });
        }
        for (path, text) in expected {
            let kind = compare_file(add_checksum(text), actual.remove(&path));
            changes.extend(kind.map(|kind| FileChange { path, kind }));
        }
        for (path, bytes) in actual {
            let kind = classify_unexpected(&path, normalized_text(&bytes));
            changes.push(FileChange { path, kind });
        }
        changes.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Self { folder, changes, total })
    }

    /// The same without foreign files, for a folder that also holds hand-written ones.
    #[must_use]
    pub fn without_foreign(mut self) -> Self {
        self.changes.retain(|change| !matches!(change.kind, ChangeKind::Foreign));
        self
    }
}

fn compare_file(expected: String, actual: Option<Vec<u8>>) -> Option<ChangeKind> {
    let Some(bytes) = actual else {
        return Some(ChangeKind::Missing { expected });
    };
    if bytes == expected.as_bytes() {
        return None;
    }
    let actual = normalized_text(&bytes);
    if actual == expected {
        None
    } else if detect_origin(&actual) == Origin::Generated {
        Some(ChangeKind::Stale { expected, actual })
    } else {
        Some(ChangeKind::Edited { expected: Some(expected), actual })
    }
}

fn classify_unexpected(path: &Path, actual: String) -> ChangeKind {
    if is_unfinished(path) {
        return ChangeKind::Orphaned { actual };
    }
    match detect_origin(&actual) {
        Origin::Generated => ChangeKind::Orphaned { actual },
        Origin::Edited => ChangeKind::Edited { expected: None, actual },
        Origin::Foreign => ChangeKind::Foreign,
    }
}

/// Reports the differences or writes them. Writes nothing if an edit would be lost, unless forced.
/// Returns whether the folders are up to date.
///
/// # Errors
/// When a file cannot be written or deleted; files already written are complete.
pub fn sync_folders(
    folders: &[FolderChanges],
    args: &WriteArgs,
    contract: &ContractArgs,
    command: &str,
) -> anyhow::Result<bool> {
    if args.check {
        return check(folders, contract, command);
    }
    let is_blocking = |kind: &ChangeKind| match kind {
        ChangeKind::Link => true,
        ChangeKind::Edited { .. } => !args.force,
        _ => false,
    };
    let mut changes = folders.iter().flat_map(|folder| &folder.changes);
    if changes.any(|change| is_blocking(&change.kind)) {
        report::diagnostics(folders, is_blocking, command).print(contract)?;
        print_stderr("error: nothing was written, so that no edits are lost\n");
        return Ok(false);
    }
    for folder in folders {
        if let Err(error) = folder.apply() {
            error.to_diagnostics().print(contract)?;
            bail!("not all files were written; those that were are complete");
        }
        print_stderr(&folder.summary(false));
    }
    let is_foreign = |kind: &ChangeKind| matches!(kind, ChangeKind::Foreign);
    report::diagnostics(folders, is_foreign, command).print(contract)?;
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
        report::diagnostics(folders, |_| true, command).print(contract)?;
    }
    print_stderr(&report::advice(folders, command));
    Ok(folders.iter().all(|folder| folder.changes.is_empty()))
}
