//! Files that cannot be read.

use std::fs;
use std::path::{Path, PathBuf};

use reader::{Diagnostics, MAX_FILE_BYTES, Sources, Style, render};

#[test]
fn a_missing_file() {
    shown_as("missing-file", Path::new("no/such\u{1b}/book.yaml"));
}

#[test]
fn folder_is_unreadable_as_a_file() {
    shown_as("unreadable-file", &root().join("tests"));
}

#[test]
fn a_file_that_is_not_utf8() {
    let file = Temporary::new("not-utf8", b"title: Emma\nshelf: fic\xfftion\n");
    shown_as("not-utf8", &file.0);
}

#[test]
fn a_file_of_the_largest_size_and_one_larger() {
    let largest = vec![b'#'; usize::try_from(MAX_FILE_BYTES).unwrap()];
    let file = Temporary::new("largest", &largest);
    let mut found = Diagnostics::new();
    assert!(Sources::new().read(&file.0, &mut found).is_some());
    assert!(found.is_empty());
    let larger = Temporary::new("larger", &[largest, vec![b'#']].concat());
    shown_as("file-too-large", &larger.0);
}

/// Asserts that reading a file reports this error, with a snapshot as in `tests/files`.
fn shown_as(code: &str, path: &Path) {
    let mut sources = Sources::new();
    let mut found = Diagnostics::new();
    assert!(sources.read(path, &mut found).is_none());
    let codes: Vec<_> = found.iter().map(|one| one.code).collect();
    assert_eq!(codes, [code]);
    let text = render(&sources, &found, Style::Plain);
    let text = text.replace(path.to_str().unwrap(), "library/book.yaml");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join("tests/files"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(code, text));
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A file that is deleted when dropped.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let name = format!("reader-{}-{name}.yaml", std::process::id());
        let file = Self(std::env::temp_dir().join(name));
        fs::write(&file.0, bytes).unwrap();
        file
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
    }
}
