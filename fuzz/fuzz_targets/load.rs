//! Loads a contract with one file, or its overlay, replaced by the input. The other files are those of a valid contract.

#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use reader::Style;
use spec::{ContractFile, load, read_folder, read_overlay};

/// A valid contract and its overlay.
static LIBRARY: LazyLock<(Vec<ContractFile>, Option<ContractFile>)> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/tests/library");
    let (files, diagnostics) = read_folder(&folder.join("contract"));
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    (files, read_overlay(&folder.join("overlay.yaml")).0)
});

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (mut files, mut overlay) = LIBRARY.clone();
    if word_after(&text, "overlay:").is_some() {
        overlay
            .iter_mut()
            .for_each(|file| file.text = text.to_string());
    } else {
        let address = address(&text, &files);
        files.retain(|file| file.address != address);
        files.push(ContractFile {
            path: address.clone(),
            address,
            text: text.into_owned(),
        });
    }
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

/// The address of a file, by what it declares.
fn address(text: &str, files: &[ContractFile]) -> String {
    if let Some(resource) = word_after(text, "resource:") {
        return format!("{resource}/resource.yaml");
    }
    let Some(operation) = word_after(text, "operation:") else {
        return "service.yaml".to_owned();
    };
    let file = format!("/{operation}.yaml");
    let known = files.iter().find(|known| known.address.ends_with(&file));
    known.map_or_else(|| format!("books{file}"), |known| known.address.clone())
}

/// The word after a key at the beginning of a line.
fn word_after<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let mut lines = text.lines();
    lines.find_map(|line| line.strip_prefix(key)).map(str::trim)
}
