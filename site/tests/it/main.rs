//! Tests of the site: a snapshot of a page, and links that resolve.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod links;
mod pages;

use std::path::{Path, PathBuf};

use spec::Contract;

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// A contract with the answers of an overlay.
fn contract(folder: &str, overlay: &str) -> Contract {
    let (files, _) = spec::read_folder(&root().join(folder));
    let (overlay, _) = spec::read_overlay(&root().join(overlay));
    assert!(overlay.is_some());
    spec::load(&files, overlay.as_ref()).contract.unwrap()
}

/// The library, with answers.
fn library() -> Contract {
    contract("spec/tests/library/contract", "spec/tests/library/overlay.yaml")
}

/// A contract without an overlay, after edits: the address of a file, a text in it, and what takes its place.
fn edited(folder: &str, edits: &[(&str, &str, &str)]) -> Contract {
    let (mut files, _) = spec::read_folder(&root().join(folder));
    for (address, from, to) in edits {
        let file = files.iter_mut().find(|file| file.address == *address).unwrap();
        assert!(file.text.contains(from), "{address} has no {from:?}");
        file.text = file.text.replacen(from, to, 1);
    }
    spec::load(&files, None).contract.unwrap()
}
