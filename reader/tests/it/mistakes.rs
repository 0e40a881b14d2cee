//! Every text in `tests/diagnostics` has an error. The snapshots beside them have the reports.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use reader::{Diagnostics, Sources, Style, catalog, parse, render};

use crate::assert_reports;
use crate::toy::read_book;

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

fn folder() -> std::path::PathBuf {
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
