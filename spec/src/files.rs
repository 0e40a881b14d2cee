//! The files of a contract, from a folder or carried inside a program.

use std::path::{Path, PathBuf};

use reader::{Diagnostic, Diagnostics, FileId, Sources};

/// Folders deeper than this hold no contract: `<resource>/<operation>.yaml` is two levels.
const MAX_DEPTH: usize = 4;

/// One YAML file of a contract (or an overlay), read already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractFile {
    /// Path inside the contract, with `/`: `service.yaml`, `<resource>/resource.yaml`, `<resource>/<operation>.yaml`.
    pub address: String,
    /// Path to show in messages.
    pub path: String,
    /// The text.
    pub text: String,
}

/// Reads every `.yaml` file below a folder, in order of address.
///
/// # Errors
/// What cannot be read (missing folder, not UTF-8, too large, a loop of links) becomes diagnostics; the other files
/// are returned all the same.
#[must_use]
pub fn read_folder(folder: &Path) -> (Vec<ContractFile>, Diagnostics) {
    let mut out = Diagnostics::default();
    let mut paths = Vec::new();
    collect(folder, 0, &mut paths, &mut out);
    paths.sort();
    if paths.is_empty() && out.is_empty() {
        out.push(
            Diagnostic::without_place(
                "empty-contract",
                format!("no `.yaml` file in `{}`", folder.display()),
            )
            .with_help(
                "a contract is a folder with `service.yaml` and `<resource>/<operation>.yaml`",
            ),
        );
    }
    let files = paths
        .into_iter()
        .filter_map(|path| {
            let address = path
                .strip_prefix(folder)
                .unwrap_or(&path)
                .to_string_lossy()
                .replace('\\', "/");
            read(&path, address, &mut out)
        })
        .collect();
    (files, out)
}

/// Reads an overlay file.
///
/// # Errors
/// Diagnostics, when it cannot be read.
#[must_use]
pub fn read_overlay(path: &Path) -> (Option<ContractFile>, Diagnostics) {
    let mut out = Diagnostics::default();
    let file = read(path, path.to_string_lossy().into_owned(), &mut out);
    (file, out)
}

fn read(path: &Path, address: String, out: &mut Diagnostics) -> Option<ContractFile> {
    let mut sources = Sources::default();
    let file: FileId = sources.read(path, out)?;
    Some(ContractFile {
        address,
        path: sources.path(file).to_owned(),
        text: sources.text(file).to_owned(),
    })
}

fn collect(folder: &Path, depth: usize, paths: &mut Vec<PathBuf>, out: &mut Diagnostics) {
    if depth > MAX_DEPTH {
        out.push(
            Diagnostic::without_place(
                "deep-folder",
                format!("`{}` is too deep for a contract", folder.display()),
            )
            .with_help("files are `<resource>/<operation>.yaml`; is there a loop of links?"),
        );
        return;
    }
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            out.push(Diagnostic::without_place(
                "unreadable-folder",
                format!("cannot read the folder `{}`: {error}", folder.display()),
            ));
            return;
        }
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, depth + 1, paths, out);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "yaml")
        {
            paths.push(path);
        }
    }
}
