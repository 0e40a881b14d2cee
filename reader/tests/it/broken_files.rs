//! Files that cannot be read at all.

use std::fs;
use std::path::{Path, PathBuf};

use reader::{Diagnostics, MAX_FILE_BYTES, Sources, Style, render};

#[test]
fn a_missing_file() {
    let mut found = Diagnostics::new();
    assert!(
        Sources::new()
            .read(Path::new("no/such\u{1b}/book.yaml"), &mut found)
            .is_none()
    );
    insta::assert_snapshot!(render(&Sources::new(), &found, Style::Plain));
}

#[test]
fn a_folder_is_no_file() {
    let mut found = Diagnostics::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert!(Sources::new().read(folder, &mut found).is_none());
    assert_eq!(codes(&found), ["unreadable-file"]);
}

#[test]
fn a_file_that_is_not_utf8() {
    let (sources, found) = read("not-utf8", b"title: Emma\nshelf: fic\xfftion\n");
    assert_eq!(codes(&found), ["not-utf8"]);
    let place = found.iter().next().and_then(|one| one.place()).unwrap();
    assert_eq!(sources.position(place.file, place.start), (2, 11));
}

#[test]
fn a_file_of_the_largest_size_and_one_larger() {
    let largest = vec![b'#'; usize::try_from(MAX_FILE_BYTES).unwrap()];
    assert!(read("largest", &largest).1.is_empty());
    let larger = [largest, vec![b'#']].concat();
    assert_eq!(codes(&read("larger", &larger).1), ["file-too-large"]);
}

fn codes(found: &Diagnostics) -> Vec<&'static str> {
    found.iter().map(|one| one.code).collect()
}

/// Reads bytes from a file that is gone afterwards.
fn read(name: &str, bytes: &[u8]) -> (Sources, Diagnostics) {
    let file =
        Temporary(std::env::temp_dir().join(format!("reader-{}-{name}", std::process::id())));
    fs::write(&file.0, bytes).unwrap();
    let mut sources = Sources::new();
    let mut found = Diagnostics::new();
    let id = sources.read(&file.0, &mut found);
    assert_eq!(id.is_some(), found.is_empty());
    (sources, found)
}

struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
    }
}
