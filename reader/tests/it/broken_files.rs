//! Files that cannot be read.

use std::fs;
use std::path::{Path, PathBuf};

use reader::{Diagnostics, MAX_FILE_BYTES, Sources, Style, render};

use crate::assert_reports;

#[test]
fn files_that_cannot_be_read_are_reported() {
    let not_utf8 = Temporary::new("not-utf8", b"title: Emma\nshelf: fic\xfftion\n");
    let too_large = vec![b'#'; usize::try_from(MAX_FILE_BYTES).unwrap() + 1];
    let too_large = Temporary::new("too-large", &too_large);
    let cases = [
        ("missing-file", Path::new("no/such\u{1b}/book.yaml")),
        ("unreadable-file", Path::new(env!("CARGO_MANIFEST_DIR"))),
        ("not-utf8", &not_utf8.0),
        ("file-too-large", &too_large.0),
    ];
    let mut reports = String::new();
    for (code, path) in cases {
        let mut sources = Sources::new();
        let mut found = Diagnostics::new();
        assert!(sources.read(path, &mut found).is_none());
        let codes: Vec<_> = found.iter().map(|one| one.code).collect();
        assert_eq!(codes, [code]);
        let text = render(&sources, &found, Style::Plain);
        let text = text.replace(path.to_str().unwrap(), "library/book.yaml");
        reports += &format!("== {code}\n{text}\n");
    }
    assert_reports("files", &reports);
}

#[test]
fn file_of_the_largest_size_is_read() {
    let largest = vec![b'#'; usize::try_from(MAX_FILE_BYTES).unwrap()];
    let file = Temporary::new("largest", &largest);
    let mut found = Diagnostics::new();
    assert!(Sources::new().read(&file.0, &mut found).is_some());
    assert!(found.is_empty());
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
