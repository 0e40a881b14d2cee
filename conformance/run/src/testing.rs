//! Values for unit tests.

use std::path::Path;

use spec::ContractFile;

use crate::suite::{Suite, read_contract};

/// The library with these scenarios, each with its id.
pub(crate) fn library(scenarios: &[(&str, String)]) -> Suite {
    let files = scenarios.iter().map(|(id, text)| {
        let address = format!("{id}.yaml");
        ContractFile { path: address.clone(), address, text: text.clone() }
    });
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../spec/tests/library/contract");
    let contract = read_contract(Path::new(folder)).unwrap();
    Suite::load(&contract, None, &files.collect::<Vec<_>>()).unwrap()
}
