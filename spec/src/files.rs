//! The files of a contract, from a folder or carried inside a program.

use std::path::{Path, PathBuf};

use reader::{Diagnostic, Diagnostics, FileId, Sources};

/// Deeper folders are not part of a contract: `<resource>/<operation>.yaml` has two levels.
const MAX_DEPTH: usize = 4;

/// The text of a YAML file of a contract or overlay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractFile {
    /// Path inside the contract, with `/`: `service.yaml`, `<resource>/resource.yaml`, `<resource>/<operation>.yaml`.
    pub address: String,
    /// Path in messages.
    pub path: String,
    /// The text.
    pub text: String,
}

/// Reads every `.yaml` file below a folder, in order of address. What cannot be read (missing
/// folder, not UTF-8, too large, a loop of links) becomes diagnostics, and so does a file with
/// another extension, whose content would have no effect, unless it [is left out](is_left_out). The
/// other files are returned all the same.
pub fn read_folder(folder: &Path) -> (Vec<ContractFile>, Diagnostics) {
    let mut out = Diagnostics::default();
    let mut walk = Walk { inside: Vec::new(), found: Vec::new(), out: &mut out };
    walk.folder(folder);
    let mut paths = walk.found;
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
            let address =
                path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            read(&path, address, &mut out)
        })
        .collect();
    (files, out)
}

/// Reads an overlay file. Returns diagnostics when it cannot be read.
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

/// A walk through the folders of a contract.
struct Walk<'o> {
    /// The folders above, with links resolved.
    inside: Vec<PathBuf>,
    found: Vec<PathBuf>,
    out: &'o mut Diagnostics,
}

impl Walk<'_> {
    fn folder(&mut self, folder: &Path) {
        match std::fs::canonicalize(folder).and_then(|real| Ok((real, entries(folder)?))) {
            Ok((real, _)) if self.inside.contains(&real) => self.report(
                "link-loop",
                format!(
                    "`{}` leads back to `{}`, which it is in",
                    folder.display(),
                    real.display()
                ),
                "remove the link",
            ),
            Ok(_) if self.inside.len() > MAX_DEPTH => self.report(
                "deep-folder",
                format!("`{}` is too deep for a contract", folder.display()),
                "files are `<resource>/<operation>.yaml`; is it the folder that was meant?",
            ),
            Ok((real, entries)) => {
                self.inside.push(real);
                for path in entries {
                    self.entry(path);
                }
                self.inside.pop();
            }
            Err(error) => self.report(
                "unreadable-folder",
                format!("cannot read the folder `{}`: {error}", folder.display()),
                "check that it is a folder, and that it is yours to read",
            ),
        }
    }

    fn entry(&mut self, path: PathBuf) {
        if is_left_out(&path) {
            return;
        }
        let is_yaml = path.extension().is_some_and(|extension| extension == "yaml");
        match std::fs::metadata(&path) {
            Ok(what) if what.is_dir() && is_yaml => self.report(
                "not-a-file",
                format!("`{}` is a folder with the name of a file", path.display()),
                "rename the folder, or replace it with the file",
            ),
            Ok(what) if what.is_dir() => self.folder(&path),
            Ok(what) if !what.is_file() => self.report(
                "not-a-file",
                format!("`{}` is neither a file nor a folder", path.display()),
                "a contract is made of files; reading from anything else might never end",
            ),
            Ok(_) if is_yaml => self.found.push(path),
            Ok(_) => {
                let message = format!("`{}` does not end in `.yaml`", path.display());
                self.report("misnamed-file", message, &renaming(&path));
            }
            Err(error) => self.report(
                "broken-link",
                format!("`{}` leads to nothing: {error}", path.display()),
                "remove the link, or correct its target",
            ),
        }
    }

    fn report(&mut self, code: &'static str, message: String, help: &str) {
        let found = Diagnostic::without_place(code, message);
        self.out.push(found.with_help(help));
    }
}

/// Whether a file or folder in a folder of YAML files is not meant to be read: hidden (`.DS_Store`, `.get_book.yaml.swp`),
/// a copy that an editor keeps (`get_book.yaml~`, `#get_book.yaml#`), or notes in Markdown.
pub fn is_left_out(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.')
        || name.ends_with('~')
        || (name.starts_with('#') && name.ends_with('#'))
        || (name.ends_with(".md") && !path.is_dir())
}

/// What to do with a file whose extension is not `.yaml`: `get_book.yml`, `get_book.yaml.txt`.
fn renaming(path: &Path) -> String {
    let mut right = path.with_extension("yaml");
    let stem = path.file_stem().map(Path::new).unwrap_or(path);
    if stem.extension().is_some_and(|inner| inner == "yaml" || inner == "yml") {
        right = path.with_file_name(stem).with_extension("yaml");
    }
    let name = right.file_name().unwrap_or_default().to_string_lossy();
    // Where case does not distinguish names, `get_book.YAML` is at `get_book.yaml`, too.
    let is_same =
        path.file_name().is_some_and(|it| it.to_string_lossy().eq_ignore_ascii_case(&name));
    if right.exists() && !is_same {
        format!("`{name}` exists as well: move this file to another folder, or delete it")
    } else {
        format!("rename it to `{name}`, or move it to another folder")
    }
}

/// The entries of a folder, by name.
fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
