//! Loads a contract: the input is its files and its overlay, each after a line `=== ` with its address.
//!
//! A whole contract in one input is small, and its files can be changed together.

#![no_main]

use libfuzzer_sys::fuzz_target;
use reader::Style;
use spec::{ContractFile, load};

fuzz_target!(|bytes: &[u8]| {
    let mut files = files(&String::from_utf8_lossy(bytes));
    let overlay = files.iter().position(|file| file.address == "overlay.yaml");
    let overlay = overlay.map(|place| files.remove(place));
    let loaded = load(&files, overlay.as_ref());
    assert_eq!(loaded.contract.is_some(), !loaded.diagnostics.has_errors());
    let rendered = reader::render(&loaded.sources, &loaded.diagnostics, Style::Plain);
    assert_eq!(rendered.is_empty(), loaded.diagnostics.is_empty());
    if let Some(contract) = loaded.contract {
        for clause in contract.clauses() {
            let text = loaded.sources.text(clause.span.file);
            assert!(
                text.get(clause.span.range()).is_some(),
                "{} has no declaration",
                clause.id
            );
        }
    }
});

/// The files of an input. Text before the first heading is ignored.
fn files(text: &str) -> Vec<ContractFile> {
    let files = format!("\n{text}");
    let files = files.split("\n=== ").skip(1);
    let file = |file: &str| {
        let (address, text) = file.split_once('\n').unwrap_or((file, ""));
        ContractFile { path: address.to_owned(), address: address.to_owned(), text: text.to_owned() }
    };
    files.map(file).collect()
}
