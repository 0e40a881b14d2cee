//! `observe` against the library: its output formats, and an overlay that the checker accepts.

use serde_json::Value;

use crate::committed_files::assert_valid;
use crate::library::{Broken, Library};
use crate::program::{Folder, code, output_text};
use crate::server::serve_library;

const OBSERVE: [&str; 5] = ["observe", "--alone", "--state-dir", "state", "--base-url"];

#[test]
fn observation_is_valid_and_its_overlay_is_accepted() {
    let base_url = serve_library(Library::new(Broken::Nothing)).base_url();
    let folder = Folder::new();
    let observe =
        |flags: &[&str]| folder.call(&[&OBSERVE, &[base_url.as_str()][..], flags].concat());
    let output = observe(&["--format", "json", "--save-overlay", "branch.yaml"]);
    assert_eq!(code(&output), 0, "{}", output_text(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    let observed: Value = serde_json::from_str(&text).unwrap();
    assert_valid("observation", &observed);
    assert!(!text.contains("card-main"), "{text}");
    folder.write("before.json", &text);

    let gap = |id: &str| {
        let mut gaps = observed["gaps"].as_array().unwrap().iter();
        gaps.find(|gap| gap["id"] == id).unwrap_or_else(|| panic!("no {id}"))
    };
    assert_eq!(gap("lend_book.success.status")["answer"], 201);
    assert!(gap("lend_book.success.status")["witnesses"].as_u64() > Some(0));
    assert_eq!(gap("loans.Loan.lifecycle.moves.reopened.by")["reason"], "not_visible");

    // Every answer has a reason, and the checker accepts the overlay.
    let overlay = folder.read("branch.yaml");
    assert!(overlay.starts_with("# Written by"), "{overlay}");
    assert!(overlay.contains("    reason: \"seen in "), "{overlay}");
    let clauses = folder.call(&["clauses", "--overlay", "branch.yaml"]);
    assert_eq!(code(&clauses), 0, "{}", output_text(&clauses));
    let again = observe(&["--save-overlay", "branch.yaml"]);
    assert_eq!(code(&again), 2, "{}", output_text(&again));
    assert!(output_text(&again).contains("already exists"), "{}", output_text(&again));

    let table = observe(&["--verbose"]);
    let table = output_text(&table);
    assert!(table.contains("\nlend_book\n") && table.contains("success.status"), "{table}");
    assert!(table.contains("POST /"), "{table}");
    let same = observe(&["--compare", "before.json"]);
    assert_eq!(code(&same), 0, "{}", output_text(&same));
}

#[test]
fn mistakes_are_refused_before_anything_is_sent() {
    let folder = Folder::new();
    folder.write("other.json", "{}");
    let service = ["http://127.0.0.1:9"];
    for (flags, message) in [
        (["--compare", "missing.json"], "cannot read `--compare missing.json`"),
        (["--compare", "other.json"], "`other.json` is no observation"),
        (["--save-overlay", "a.json"], "`--save-overlay a.json` names no overlay"),
        (["--save-overlay", "Staging.yaml"], "with lower-case letters"),
    ] {
        let output = folder.call(&[&OBSERVE, &service[..], &flags].concat());
        assert_eq!(code(&output), 2, "{}", output_text(&output));
        assert!(output_text(&output).contains(message), "{}", output_text(&output));
    }
}
