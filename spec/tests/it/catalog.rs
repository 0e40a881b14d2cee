//! The catalogue of mistakes knows every kind that is shown anywhere, and shows every kind that it knows.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use spec::catalog;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn snapshots(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(snapshots(&path));
        } else if path.extension().is_some_and(|extension| extension == "snap") {
            found.push(path);
        }
    }
    found
}

/// The codes of all mistakes that a rendered text shows.
fn codes(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap();
    let after = |mark| text.split(mark).skip(1);
    after("\nerror[")
        .chain(after("\nwarning["))
        .filter_map(|rest| rest.split(']').next().map(str::to_owned))
        .collect()
}

#[test]
fn every_listed_kind_is_described() {
    let own = catalog::kinds().into_iter().chain(reader::catalog::kinds());
    let known: BTreeSet<_> = own.map(|kind| kind.code).collect();
    let shown: BTreeSet<_> =
        snapshots(&root().join("tests")).iter().flat_map(|path| codes(path)).collect();
    assert!(shown.len() >= 40, "only {shown:?}");
    let missing: Vec<_> = shown.difference(&known).collect();
    assert!(missing.is_empty(), "not in the catalogue: {missing:?}");
}

#[test]
fn every_described_kind_is_listed() {
    let examples = snapshots(&root().join("tests/mistakes"));
    let shown: BTreeSet<_> = examples.iter().flat_map(|path| codes(path)).collect();
    for kind in catalog::kinds() {
        assert!(shown.contains(&kind.code), "`{}` is never shown", kind.code);
    }
}

#[test]
fn every_kind_is_described_once_in_sentences() {
    let mut known = BTreeSet::new();
    for kind in catalog::kinds().into_iter().chain(reader::catalog::kinds()) {
        assert!(known.insert(kind.code.clone()), "`{}` is described twice", kind.code);
        for text in [kind.meaning, kind.mending] {
            let is_sentence = text.ends_with(['.', '!']) && !text.contains("  ");
            assert!(is_sentence, "{}: {text}", kind.code);
        }
    }
}
