//! The suite with the embedded contract and scenarios.

pub use conformance_judge::suite::{
    LoadErrors, Suite, file, load_errors, read_contract, read_overlay, read_scenarios,
};
use conformance_model::depth::Depth;
use spec::{Contract, ContractFile};

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// Loads the embedded contract and scenarios, and derives further ones for runs of a depth. Fails with [`LoadErrors`] if they
/// are invalid.
pub fn embedded(depth: Depth) -> Result<Suite, LoadErrors> {
    derived(&embedded_contract(), None, &embedded_scenarios(), depth)
}

/// Loads a contract and scenarios from files in memory, and derives further scenarios for runs of a depth. Fails with
/// [`LoadErrors`] if they are invalid.
pub fn derived(
    contract: &[ContractFile],
    overlay: Option<&ContractFile>,
    scenarios: &[ContractFile],
    depth: Depth,
) -> Result<Suite, LoadErrors> {
    let derive = |contract: &Contract| conformance_derive::scenarios(contract, depth);
    Suite::load_with(contract, overlay, scenarios, derive)
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
