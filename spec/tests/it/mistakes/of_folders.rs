//! Mistakes that show before a contract is read: in its folders, and in what its files are.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;

use reader::{Diagnostics, Sources, Style};

use super::codes_of;
use crate::contracts::{assert_snapshot, block};

/// `<code>/<case>`, what makes the mistake in a folder with a service file, and how many files are read all the same.
type Case = (&'static str, fn(&Path), usize);

const CASES: &[Case] = &[
    (
        "empty-contract/no_yaml",
        |folder| fs::rename(folder.join("service.yaml"), folder.join("service.md")).unwrap(),
        0,
    ),
    ("misnamed-file/another_extension", |folder| write_operation(folder, "get_book.yml"), 1),
    ("misnamed-file/capitals", |folder| write_operation(folder, "get_book.YAML"), 1),
    ("misnamed-file/second_extension", |folder| write_operation(folder, "get_book.yaml.txt"), 1),
    ("misnamed-file/json", |folder| write_operation(folder, "get_book.json"), 1),
    ("misnamed-file/no_extension", |folder| write_operation(folder, "get_book"), 1),
    ("misnamed-file/with_the_right_one", |folder| write_operation(folder, "service.yml"), 1),
    ("not-a-file/a_folder", |folder| fs::create_dir(folder.join("get_book.yaml")).unwrap(), 1),
    (
        "not-a-file/a_socket",
        |folder| drop(UnixListener::bind(folder.join("books.yaml")).unwrap()),
        1,
    ),
    ("deep-folder/six", |folder| write_operation(folder, "a/b/c/d/e/f/get_book.yaml"), 1),
    (
        "file-too-large/of_a_resource",
        |folder| {
            let bytes = vec![b'#'; usize::try_from(reader::MAX_FILE_BYTES).unwrap() + 1];
            write(folder, "books/resource.yaml", &bytes);
        },
        1,
    ),
    (
        "link-loop/to_the_top",
        |folder| {
            write(folder, "books/resource.yaml", b"resource: books\n");
            symlink("..", folder.join("books/again")).unwrap();
        },
        2,
    ),
    ("broken-link/itself", |folder| symlink("books", folder.join("books")).unwrap(), 1),
    ("broken-link/nowhere", |folder| symlink("gone.yaml", folder.join("books.yaml")).unwrap(), 1),
];

/// A folder with a service file.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "service.yaml", b"service: library\n");
    folder
}

fn write(folder: &Path, address: &str, bytes: &[u8]) {
    let path = folder.join(address);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn write_operation(folder: &Path, address: &str) {
    write(folder, address, b"operation: get_book\n");
}

/// What is reported, wherever the folder is on this machine.
fn rendered(found: &Diagnostics, folder: &Path) -> String {
    let text = reader::render(&Sources::default(), found, Style::Plain);
    let canonical = folder.canonicalize().unwrap();
    text.replace(canonical.to_str().unwrap(), "library")
        .replace(folder.to_str().unwrap(), "library")
}

#[test]
fn each_error_of_a_folder_is_reported() {
    let mut reports = String::new();
    for (name, make, others) in CASES {
        let folder = folder();
        make(folder.path());
        let (files, found) = spec::read_folder(folder.path());
        let code = name.split_once('/').unwrap().0;
        assert_eq!((codes_of(&found), files.len()), (vec![code], *others), "{name}");
        reports += &block(name, &rendered(&found, folder.path()));
    }
    let folder = folder();
    for (name, path) in [("missing", "missing"), ("a_file", "service.yaml")] {
        let (files, found) = spec::read_folder(&folder.path().join(path));
        assert_eq!((codes_of(&found), files.len()), (vec!["unreadable-folder"], 0));
        reports += &block(&format!("unreadable-folder/{name}"), &rendered(&found, folder.path()));
    }
    let (file, found) = spec::read_overlay(&folder.path().join("overlay.yaml"));
    assert_eq!((file, codes_of(&found)), (None, vec!["missing-file"]));
    reports += &block("missing-file/overlay", &rendered(&found, folder.path()));
    assert_snapshot("mistakes", "of_folders", &reports);
}

#[test]
fn links_to_other_folders_are_followed() {
    let (folder, elsewhere) = (folder(), folder());
    symlink(elsewhere.path(), folder.path().join("books")).unwrap();
    let (files, found) = spec::read_folder(folder.path());
    assert!(found.is_empty(), "{found:?}");
    let addresses: Vec<_> = files.iter().map(|file| file.address.as_str()).collect();
    assert_eq!(addresses, ["books/service.yaml", "service.yaml"]);
}
