//! Contracts without diagnostics: that of the real service, with and without its overlay, and the seeds of fuzzing.

use std::path::Path;

use spec::ContractFile;

use crate::contracts::{Files, assert_sound, clean};

#[test]
fn loads_without_diagnostics() {
    let files = Files::of_ours();
    assert_sound(&clean(files.load_without_overlay()));
    assert_sound(&clean(files.load()));
}

#[test]
fn overlay_changes_no_clause() {
    let files = Files::of_ours();
    let without = clean(files.load_without_overlay());
    let with = clean(files.load());
    assert_eq!(with.clauses(), without.clauses());
    assert_eq!(with.gaps, without.gaps);
    assert_eq!(with.canonical, without.canonical);
}

/// The small contracts that whole runs use.
#[test]
fn small_contracts_load_without_diagnostics() {
    for name in ["workshop", "stockroom", "payments"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
        let (files, found) = spec::read_folder(&root.join("contract"));
        assert!(found.is_empty(), "{found:?}");
        assert_sound(&clean(spec::load(&files, None)));
    }
}

/// So that mutations of them reach all checks.
#[test]
fn seeds_load_without_diagnostics() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/fuzz/seeds/load.txt");
    let seeds = std::fs::read_to_string(path).unwrap();
    assert!(seeds.starts_with("--- "));
    for seed in seeds.split("--- ").skip(1) {
        let mut files: Vec<_> = seed.split("\n=== ").skip(1).map(file).collect();
        let overlay = files.iter().position(|file| file.address == "overlay.yaml");
        let overlay = overlay.map(|place| files.remove(place));
        assert_sound(&clean(spec::load(&files, overlay.as_ref())));
    }
}

fn file(text: &str) -> ContractFile {
    let (address, text) = text.split_once('\n').unwrap();
    ContractFile { path: address.to_owned(), address: address.to_owned(), text: text.to_owned() }
}
