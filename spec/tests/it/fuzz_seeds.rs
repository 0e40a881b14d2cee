//! The seeds of the fuzz target `load` are valid contracts, so that mutations of them reach all checks.

use std::path::Path;

use spec::ContractFile;

use crate::contracts::{assert_sound, clean};

#[test]
fn seeds_load_without_diagnostics() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lab/fuzz/seeds/load");
    let seeds: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|seed| seed.unwrap()).collect();
    assert!(!seeds.is_empty());
    for seed in seeds {
        let text = format!("\n{}", std::fs::read_to_string(seed.path()).unwrap());
        let mut files: Vec<_> = text.split("\n=== ").skip(1).map(file).collect();
        let overlay = files.iter().position(|file| file.address == "overlay.yaml");
        let overlay = overlay.map(|place| files.remove(place));
        assert_sound(&clean(spec::load(&files, overlay.as_ref())));
    }
}

fn file(text: &str) -> ContractFile {
    let (address, text) = text.split_once('\n').unwrap();
    ContractFile { path: address.to_owned(), address: address.to_owned(), text: text.to_owned() }
}
