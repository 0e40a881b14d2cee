//! Derived scenarios of the library contract, for the tests of generators.

use std::path::Path;

use spec::Contract;

use super::scenario::Scenario;

/// The contract of the lending library.
pub(super) fn library() -> Contract {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/tests/library/contract");
    let (files, _) = spec::read_folder(&root);
    spec::load(&files, None).contract.unwrap()
}

/// The library with one more file.
pub(super) fn library_with(path: &str, text: &str) -> Contract {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/tests/library/contract");
    let (mut files, _) = spec::read_folder(&root);
    files.push(spec::ContractFile { path: path.into(), address: path.into(), text: text.into() });
    let loaded = spec::load(&files, None);
    loaded.contract.unwrap_or_else(|| panic!("{path} is invalid"))
}

/// The files with these ids, one after the other.
pub(super) fn render(scenarios: &[Scenario], family: &str, ids: &[&str]) -> String {
    let files = ids.iter().map(|id| {
        let scenario = scenarios.iter().find(|scenario| scenario.id(family) == *id);
        format!("{id}\n{}", scenario.map(Scenario::render).unwrap_or_default())
    });
    files.collect::<Vec<_>>().join("\n")
}
