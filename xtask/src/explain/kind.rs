//! Kinds of mistake, from the catalogues of the rooms that find them.
//!
//! The example is a snapshot of a test, so it is there only in this house.

use std::path::{Path, PathBuf};

use reader::catalog::Kind;

use super::Explanation;

/// Every kind, with the room that finds it.
fn all() -> impl Iterator<Item = (&'static str, &'static Kind)> {
    let of_reader = reader::catalog::kinds().map(|kind| ("reader", kind));
    let of_codegen = codegen::catalog::KINDS.iter().map(|kind| ("codegen", kind));
    let of_xtask = crate::sync::KINDS.iter().map(|kind| ("xtask", kind));
    spec::catalog::kinds()
        .map(|kind| ("spec", kind))
        .chain(of_reader)
        .chain(of_codegen)
        .chain(of_xtask)
}

/// The codes of all kinds.
pub(super) fn codes<'c>() -> impl Iterator<Item = &'c str> {
    all().map(|(_, kind)| kind.code)
}

/// What is to be said of the kind of mistake with this code.
pub(super) fn explain(code: &str) -> Option<Explanation> {
    let (room, kind) = all().find(|(_, kind)| kind.code == code)?;
    Some(Explanation {
        id: code.to_owned(),
        sort: "mistake",
        says: vec![kind.meaning.to_owned(), kind.mending.to_owned()],
        facts: vec![("found by", room.to_owned())],
        example: example(&Path::new(room).join(kind.example)),
        ..Explanation::default()
    })
}

/// The mistake as it is shown, without the head of the snapshot and the line that counts mistakes.
fn example(path: &Path) -> Option<String> {
    let text = std::fs::read_to_string(first_file(path)?).ok()?;
    let (_, shown) = text.split_once("\n---\n")?;
    let (shown, _) = shown.rsplit_once("\nerror: ").unwrap_or((shown, ""));
    Some(shown.trim_end().to_owned())
}

/// The path itself, or what comes first in the folder that it is.
fn first_file(path: &Path) -> Option<PathBuf> {
    if !path.is_dir() {
        return Some(path.to_owned());
    }
    let entries = std::fs::read_dir(path).ok()?.flatten();
    entries.map(|entry| entry.path()).min()
}
