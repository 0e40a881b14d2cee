//! Mistakes that show before a contract is read: in its folders, and in what its files are.

use std::fs;
use std::path::Path;

use reader::{Diagnostics, Sources, Style};

use super::codes_of;
use crate::contracts::assert_snapshot;

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

/// Asserts that a folder has one mistake, and that every other file is read.
fn shown_as(name: &str, folder: &Path, others: usize) {
    let (code, case) = name.split_once('/').unwrap();
    let (files, found) = spec::read_folder(folder);
    assert_eq!((codes_of(&found), files.len()), (vec![code], others));
    assert_shown(code, case, &found, folder);
}

/// Asserts what is said, wherever the folder is on this machine.
fn assert_shown(code: &str, case: &str, found: &Diagnostics, folder: &Path) {
    let mut text = reader::render(&Sources::default(), found, Style::Plain);
    for path in [folder, &folder.canonicalize().unwrap_or_default()] {
        if let Some(path) = path.to_str().filter(|path| !path.is_empty()) {
            text = text.replace(path, "library");
        }
    }
    assert_snapshot(&format!("mistakes/{code}"), case, &text);
}

#[test]
fn missing_folders_are_reported() {
    let folder = folder();
    shown_as("unreadable-folder/missing", &folder.path().join("missing"), 0);
    let file = folder.path().join("service.yaml");
    shown_as("unreadable-folder/a_file", &file, 0);
}

#[test]
fn folders_without_a_contract() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "notes.md", b"remember the milk\n");
    shown_as("empty-contract/no_yaml", folder.path(), 0);
}

#[test]
fn files_that_do_not_end_in_yaml() {
    for (name, case) in [
        ("get_book.yml", "another_extension"),
        ("get_book.YAML", "capitals"),
        ("get_book.yaml.txt", "second_extension"),
        ("get_book.json", "json"),
        ("get_book", "no_extension"),
        ("service.yml", "with_the_right_one"),
    ] {
        let folder = folder();
        write(folder.path(), name, b"operation: get_book\n");
        shown_as(&format!("misnamed-file/{case}"), folder.path(), 1);
    }
}

#[test]
fn folders_with_the_name_of_a_file() {
    let folder = folder();
    fs::create_dir(folder.path().join("get_book.yaml")).unwrap();
    shown_as("not-a-file/a_folder", folder.path(), 1);
}

#[test]
fn folders_that_never_end() {
    let folder = folder();
    write(folder.path(), "a/b/c/d/e/f/get_book.yaml", b"operation: get_book\n");
    shown_as("deep-folder/six", folder.path(), 1);
}

#[test]
fn files_that_are_not_text() {
    let folder = folder();
    write(folder.path(), "books/resource.yaml", b"resource: b\xffoks\n");
    let (files, found) = spec::read_folder(folder.path());
    assert_eq!((codes_of(&found), files.len()), (vec!["not-utf8"], 1));
}

#[test]
fn files_that_are_too_large() {
    let folder = folder();
    let bytes = vec![b'#'; usize::try_from(reader::MAX_FILE_BYTES).unwrap() + 1];
    write(folder.path(), "books/resource.yaml", &bytes);
    shown_as("file-too-large/of_a_resource", folder.path(), 1);
}

#[test]
fn overlays_that_cannot_be_read() {
    let folder = folder();
    let path = folder.path().join("overlay.yaml");
    let (file, found) = spec::read_overlay(&path);
    assert_eq!((file, codes_of(&found)), (None, vec!["missing-file"]));
    assert_shown("missing-file", "overlay", &found, folder.path());
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn links_to_a_parent_folder() {
        let folder = folder();
        write(folder.path(), "books/resource.yaml", b"resource: books\n");
        symlink("..", folder.path().join("books/again")).unwrap();
        shown_as("link-loop/to_the_top", folder.path(), 2);
    }

    #[test]
    fn links_to_themselves() {
        let folder = folder();
        symlink("books", folder.path().join("books")).unwrap();
        shown_as("broken-link/itself", folder.path(), 1);
    }

    #[test]
    fn dangling_links() {
        let folder = folder();
        symlink("gone.yaml", folder.path().join("books.yaml")).unwrap();
        shown_as("broken-link/nowhere", folder.path(), 1);
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

    #[test]
    fn special_files() {
        let folder = folder();
        let _socket = UnixListener::bind(folder.path().join("books.yaml")).unwrap();
        shown_as("not-a-file/a_socket", folder.path(), 1);
    }
}
