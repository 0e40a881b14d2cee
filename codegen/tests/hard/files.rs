//! The files of a difficult contract, also for the unit tests of the crate.

use spec::ContractFile;

/// The files in `contract.txt`, where each is below a line `== ADDRESS`.
pub fn files() -> Vec<ContractFile> {
    let files = include_str!("contract.txt").split("== ").skip(1).map(|file| {
        let (address, text) = file.split_once('\n').unwrap();
        ContractFile {
            path: address.to_owned(),
            address: address.to_owned(),
            text: text.to_owned(),
        }
    });
    files.collect()
}
