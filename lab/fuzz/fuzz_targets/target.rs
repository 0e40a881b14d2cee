//! Reads a target file for a valid contract.

#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use referral_conformance::suite::{Suite, read_contract};
use spec::ContractFile;

static LIBRARY: LazyLock<Suite> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/tests/library/contract");
    let contract = read_contract(&folder).unwrap();
    Suite::load(&contract, None, &[]).unwrap()
});

fuzz_target!(|bytes: &[u8]| {
    let file = ContractFile {
        path: "target.yaml".to_owned(),
        address: String::new(),
        text: String::from_utf8_lossy(bytes).into_owned(),
    };
    if let Err(errors) = LIBRARY.parse_target(&file) {
        // An error about a URL with a password shows neither the file nor its line.
        assert!(errors.0.starts_with("error"), "{errors}");
    }
});
