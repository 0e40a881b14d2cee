//! The suite with the embedded contract and scenarios.

pub use conformance_judge::suite::{
    LoadErrors, Suite, file, load_errors, read_contract, read_overlay, read_scenarios,
};
use spec::ContractFile;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Loads the embedded contract and scenarios, and derives further ones. Fails with [`LoadErrors`] if they are invalid.
pub fn embedded() -> Result<Suite, LoadErrors> {
    derived(&embedded_contract(), None, &embedded_scenarios())
}

/// Loads a contract and scenarios from files in memory, and derives further scenarios. Fails with [`LoadErrors`] if they are
/// invalid.
pub fn derived(
    contract: &[ContractFile],
    overlay: Option<&ContractFile>,
    scenarios: &[ContractFile],
) -> Result<Suite, LoadErrors> {
    Suite::load_with(contract, overlay, scenarios, conformance_derive::scenarios)
}

pub(crate) fn embedded_contract() -> Vec<ContractFile> {
    files(CONTRACT, "spec/contract")
}

/// The embedded scenario files.
pub fn embedded_scenarios() -> Vec<ContractFile> {
    files(SCENARIOS, "conformance/scenarios")
}

fn files(table: &[(&str, &str)], folder: &str) -> Vec<ContractFile> {
    let file = |(address, text): &(&str, &str)| ContractFile {
        address: (*address).to_owned(),
        path: format!("{folder}/{address}"),
        text: (*text).to_owned(),
    };
    table.iter().map(file).collect()
}
