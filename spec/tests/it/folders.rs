//! Contracts as they lie on disk.

use std::fs;
use std::path::Path;

fn write(folder: &Path, address: &str, text: &[u8]) {
    let path = folder.join(address);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn files_come_in_order_of_address_and_others_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let left_out = [
        "books/README.md",
        "books/.DS_Store",
        "books/.get_book.yaml.swp",
        "books/._get_book.yaml",
        "books/get_book.yaml~",
        "books/#get_book.yaml#",
        ".git/config",
    ];
    let read = ["service.yaml", "loans/resource.yaml", "books/resource.yaml"];
    for address in read.iter().chain(&left_out) {
        write(folder.path(), address, b"a: b\n");
    }
    let (files, found) = spec::read_folder(folder.path());
    let addresses: Vec<&str> = files.iter().map(|file| file.address.as_str()).collect();
    assert_eq!(addresses, ["books/resource.yaml", "loans/resource.yaml", "service.yaml"]);
    assert!(found.is_empty(), "{found:?}");
}

/// Otherwise an operation, a scenario or an answer of this project would be lost.
#[test]
fn each_file_of_this_project_is_read() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for folder in [
        "spec/contract",
        "spec/overlays",
        "spec/tests/library/contract",
        "conformance/scenarios",
        "conformance/tests/library/scenarios",
        "reference/seeds",
    ] {
        let (files, found) = spec::read_folder(&root.join(folder));
        assert!(!files.is_empty() && found.is_empty(), "{folder}: {found:?}");
    }
}

#[test]
fn a_file_that_is_not_utf8_is_shown_with_its_position() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "books/resource.yaml", b"a: b\nc: \xc3\xa9\xff\n");
    write(folder.path(), "overlay/answers.yaml", b"\xff\xfea\0");
    let (_, found) = spec::read_folder(&folder.path().join("books"));
    let (_, of_overlay) = spec::read_overlay(&folder.path().join("overlay/answers.yaml"));
    let text = reader::render(&Default::default(), &found, reader::Style::Plain)
        + &reader::render(&Default::default(), &of_overlay, reader::Style::Plain);
    for place in ["books/resource.yaml:2:5", "overlay/answers.yaml:1:1"] {
        assert!(text.contains(place), "{text}");
    }
}
