//! Random small contracts: crates are generated from each; those of a few are compiled and run.
//!
//! `RANDOM_CONTRACTS=50 cargo test -p codegen --test hard` compiles more of them, and others with
//! `RANDOM_SEED=1`.

mod sketch;

use std::env;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::agreement::Agreement;
use crate::difficult_contract::{generate, load};
use sketch::sketches;

proptest! {
    #![proptest_config(Config { cases: 24, failure_persistence: None, ..Config::default() })]

    #[test]
    fn generating_twice_gives_the_same_files(sketch in sketches()) {
        let contract = load(&sketch.files("random"), None);
        let contract = contract.map_err(TestCaseError::fail)?;
        let files = generate(&contract).map_err(|found| TestCaseError::fail(format!("{found:#?}")))?;
        let again = generate(&contract).map_err(|found| TestCaseError::fail(format!("{found:#?}")))?;
        prop_assert!(files.iter().eq(again.iter()));
    }
}

fn number(variable: &str, otherwise: u8) -> u8 {
    let text = env::var(variable);
    text.map_or(otherwise, |text| text.parse().expect("a small number"))
}

#[test]
fn crates_of_random_contracts_compile_and_agree() {
    let seed = number("RANDOM_SEED", 0);
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let mut agreement = Agreement::new("random");
    for index in 0..number("RANDOM_CONTRACTS", 6) {
        let sketch = sketches().new_tree(&mut runner).unwrap().current();
        let package = format!("random{index}");
        let contract = load(&sketch.files(&package), None);
        let contract = contract.unwrap_or_else(|said| panic!("{said}\n{sketch:#?}"));
        let files = generate(&contract).unwrap();
        agreement.add(&package, &contract, &files, u64::from(seed));
    }
    agreement.check();
}
