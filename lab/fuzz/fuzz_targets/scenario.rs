//! Loads a scenario file of a valid contract, and plans a run of it.

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
        path: "books/any.yaml".to_owned(),
        address: "books/any.yaml".to_owned(),
        text: String::from_utf8_lossy(bytes).into_owned(),
    };
    match LIBRARY.with_scenarios(&[file]) {
        Ok(suite) => {
            let scenario = suite.scenario("books/any").expect("the file has a scenario");
            suite.clauses.reached(&suite.contract, scenario);
        }
        Err(errors) => assert!(errors.0.starts_with("error"), "{errors}"),
    }
});
