//! Contracts as they lie on disk.

use std::fs;
use std::path::Path;

use reader::Diagnostics;

fn codes(found: &Diagnostics) -> Vec<&'static str> {
    found.iter().map(|found| found.code).collect()
}

fn write(folder: &Path, address: &str, text: &[u8]) {
    let path = folder.join(address);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn files_come_in_order_of_address_and_others_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    for address in ["service.yaml", "loans/resource.yaml", "books/resource.yaml", "books/notes.txt"]
    {
        write(folder.path(), address, b"a: b\n");
    }
    let (files, found) = spec::read_folder(folder.path());
    let addresses: Vec<&str> = files.iter().map(|file| file.address.as_str()).collect();
    assert_eq!(addresses, ["books/resource.yaml", "loans/resource.yaml", "service.yaml"]);
    assert_eq!(codes(&found), [""; 0]);
}

#[test]
fn unreadable_files_are_reported_and_others_read() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "service.yaml", b"a: b\n");
    write(folder.path(), "books/resource.yaml", b"a: \xff\n");
    write(folder.path(), "a/b/c/d/e/f.yaml", b"a: b\n");
    let (files, found) = spec::read_folder(folder.path());
    assert_eq!(files.len(), 1);
    assert_eq!(codes(&found), ["deep-folder", "not-utf8"]);
}

#[test]
fn a_folder_without_a_contract_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let (files, found) = spec::read_folder(folder.path());
    assert_eq!((files.len(), codes(&found)), (0, vec!["empty-contract"]));
    let (files, found) = spec::read_folder(&folder.path().join("missing"));
    assert_eq!((files.len(), codes(&found)), (0, vec!["unreadable-folder"]));
    let (file, found) = spec::read_overlay(&folder.path().join("overlay.yaml"));
    assert_eq!((file, codes(&found)), (None, vec!["missing-file"]));
}
