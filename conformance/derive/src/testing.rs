//! Derived scenarios of the library contract, for the tests of generators.

use std::path::Path;

use conformance_model::scenario::Scenario;
use spec::Contract;

use super::scenario::Draft;

/// The contract of the lending library.
pub(super) fn library() -> Contract {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/tests/library/contract");
    let (files, _) = spec::read_folder(&root);
    spec::load(&files, None).contract.unwrap()
}

/// The library with one more file.
pub(super) fn library_with(path: &str, text: &str) -> Contract {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/tests/library/contract");
    let (mut files, _) = spec::read_folder(&root);
    files.push(spec::ContractFile { path: path.into(), address: path.into(), text: text.into() });
    let loaded = spec::load(&files, None);
    loaded.contract.unwrap_or_else(|| panic!("{path} is invalid"))
}

/// The scenarios of the library in a family.
fn scenarios(drafts: &[Draft], family: &str) -> Vec<Scenario> {
    let contract = library();
    drafts.iter().map(|draft| draft.clone().into_scenario(family, &contract)).collect()
}

/// The ids of the scenarios without the folder of all derived ones.
pub(super) fn ids(drafts: &[Draft], family: &str) -> Vec<String> {
    let scenarios = scenarios(drafts, family);
    scenarios.iter().map(|scenario| scenario.id.trim_start_matches("derived/").to_owned()).collect()
}

/// The files with these ids, one after the other.
pub(super) fn render(drafts: &[Draft], family: &str, ids: &[&str]) -> String {
    let (contract, scenarios) = (library(), scenarios(drafts, family));
    let files = ids.iter().map(|id| {
        let scenario = scenarios.iter().find(|scenario| scenario.id == format!("derived/{id}"));
        let text = scenario.map(|scenario| scenario.write(&contract));
        format!("{id}\n{}", text.unwrap_or_default())
    });
    files.collect::<Vec<_>>().join("\n")
}
