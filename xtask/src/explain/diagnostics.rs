//! Explains diagnostic codes from the catalogues of the crates that report them.

use std::path::{Path, PathBuf};

use reader::catalog::Kind;
use spec::explain::Explanation;

use crate::workspace;

/// Every kind of diagnostic, with the folder of its crate.
fn kinds() -> impl Iterator<Item = (&'static str, Kind)> {
    let catalogs = [
        ("spec", spec::catalog::kinds()),
        ("reader", reader::catalog::kinds()),
        ("codegen", codegen::catalog::kinds()),
        ("xtask", reader::catalog::parse(include_str!("../sync/catalog.md"))),
    ];
    catalogs
        .into_iter()
        .flat_map(|(folder, kinds)| kinds.into_iter().map(move |kind| (folder, kind)))
}

/// All codes.
pub(super) fn codes() -> impl Iterator<Item = String> {
    kinds().map(|(_, kind)| kind.code)
}

/// Explains a code; `None` if it is unknown.
pub(super) fn explain(code: &str) -> Option<Explanation> {
    let (folder, kind) = kinds().find(|(_, kind)| kind.code == code)?;
    Some(Explanation {
        id: code.to_owned(),
        kind: "diagnostic",
        paragraphs: vec![kind.meaning, kind.mending],
        facts: vec![("found by", folder.to_owned())],
        example: read_example(&workspace::at(folder).join(kind.example)),
        ..Explanation::default()
    })
}

/// The text of a snapshot without its header and its last line, which counts the errors. `None` outside of this project.
fn read_example(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(first_file(path)?).ok()?;
    let (_, output) = text.split_once("\n---\n")?;
    let (output, _) = output.rsplit_once("\nerror: ").unwrap_or((output, ""));
    Some(output.trim_end().to_owned())
}

/// The path, or the first file of the folder it names.
fn first_file(path: &Path) -> Option<PathBuf> {
    if !path.is_dir() {
        return Some(path.to_owned());
    }
    let entries = std::fs::read_dir(path).ok()?.flatten();
    entries.map(|entry| entry.path()).min()
}
