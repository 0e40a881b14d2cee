//! Every text in `tests/diagnostics` has an error, as have files that cannot be read. The snapshots beside the texts have the
//! reports.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use reader::{Diagnostics, MAX_FILE_BYTES, Sources, Style, catalog, parse, render};

use crate::read_book;

#[test]
fn dialect() {
    for_each_text("dialect", |_, _| ());
}

#[test]
fn tables() {
    for_each_text("tables", |root, found| read_book(root.unwrap(), found));
}

#[test]
fn every_reported_code_is_in_the_catalogue() {
    let mut shown = BTreeSet::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "snap") {
            let text = fs::read_to_string(path).unwrap();
            shown.extend(text.split("\nerror[").skip(1).map(code));
        }
    }
    let known: Vec<_> = catalog::kinds().into_iter().map(|kind| kind.code).collect();
    let described: BTreeSet<_> = known.iter().cloned().collect();
    assert_eq!(known.len(), described.len(), "a kind is described twice");
    assert_eq!(shown, described);
}

/// The text before the closing bracket.
fn code(rest: &str) -> String {
    rest.split(']').next().unwrap_or_default().to_owned()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics")
}

/// Parses each text of a file, reads it, and asserts the reports. Each text is between a line `== NAME` and a line break.
fn for_each_text(group: &str, read: impl Fn(Option<&reader::Node>, &mut Diagnostics)) {
    let texts = fs::read_to_string(folder().join(format!("{group}.txt"))).unwrap();
    let texts = texts.strip_prefix("== ").unwrap().strip_suffix('\n').unwrap();
    let mut reports = String::new();
    for text in texts.split("\n== ") {
        let (name, text) = text.split_once('\n').unwrap();
        let mut sources = Sources::new();
        let mut found = Diagnostics::new();
        let file = sources.add(format!("{name}.yaml"), text);
        read(parse(&sources, file, &mut found).as_ref(), &mut found);
        assert!(found.has_errors(), "{name} has no error");
        reports += &format!("== {name}\n{}\n", render(&sources, &found, Style::Plain));
    }
    assert_reports(group, &reports);
}

/// Asserts a snapshot in `tests/diagnostics`.
fn assert_reports(name: &str, reports: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, reports));
}

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
