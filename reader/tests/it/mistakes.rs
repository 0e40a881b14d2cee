//! Every file in `tests/dialect` and `tests/tables` has one error, with the snapshot of its diagnostic next to it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use reader::{Diagnostics, Sources, Style, catalog, parse, render};

use crate::toy::read_book;

#[test]
fn dialect() {
    for_each_file("dialect", |sources, path| {
        let mut found = Diagnostics::new();
        let file = sources.add(path.file_name().unwrap(), fs::read_to_string(path).unwrap());
        parse(sources, file, &mut found);
        found
    });
}

#[test]
fn tables() {
    for_each_file("tables", |sources, path| {
        let mut found = Diagnostics::new();
        let file = sources.add(path.file_name().unwrap(), fs::read_to_string(path).unwrap());
        let root = parse(sources, file, &mut found).unwrap();
        read_book(&root, &mut found);
        found
    });
}

#[test]
fn every_reported_code_is_in_the_catalogue() {
    let mut shown = BTreeSet::new();
    for folder in ["dialect", "tables", "files"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "snap") {
                let text = fs::read_to_string(path).unwrap();
                shown.extend(text.split("\nerror[").skip(1).map(code));
            }
        }
    }
    let known: Vec<_> = catalog::kinds().into_iter().map(|kind| kind.code).collect();
    let described: BTreeSet<_> = known.iter().cloned().collect();
    assert_eq!(known.len(), described.len(), "a kind is described twice");
    assert_eq!(shown, described);
    for kind in catalog::kinds() {
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join(kind.example);
        let text = fs::read_to_string(&example).unwrap();
        assert!(text.contains(&format!("[{}]", kind.code)), "{example:?}");
    }
}

/// The text before the closing bracket.
fn code(rest: &str) -> String {
    rest.split(']').next().unwrap_or_default().to_owned()
}

fn for_each_file(folder: &str, read: impl Fn(&mut Sources, &Path) -> Diagnostics) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no files in {}", folder.display());
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(&folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for path in paths {
        let mut sources = Sources::new();
        let found = read(&mut sources, &path);
        assert!(found.has_errors(), "{} holds no mistake", path.display());
        let name = path.file_stem().unwrap().to_str().unwrap();
        settings.bind(|| {
            insta::assert_snapshot!(name, render(&sources, &found, Style::Plain));
        });
    }
}
