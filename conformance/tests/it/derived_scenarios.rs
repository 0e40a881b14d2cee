//! Scenarios that are derived from the library's contract.

use codegen::{Options, Outputs, RuntimeSource};
use referral_conformance::suite::Suite;
use spec::ContractFile;

use crate::library::{Broken, Library};
use crate::session::{library_contract, run};

/// The library's contract with its derived scenarios.
fn derived() -> Suite {
    let contract = library_contract();
    let options = Options {
        outputs: Outputs { scenarios: true, ..Outputs::NONE },
        command: "test".to_owned(),
        contract: "contract".to_owned(),
        overlay: None,
        license: None,
        publish: false,
        runtime: RuntimeSource::Version("0.1".to_owned()),
    };
    let loaded = spec::load(&contract, None).contract.unwrap();
    let files = codegen::generate(&loaded, &options).unwrap();
    let scenarios: Vec<_> = files
        .iter()
        .filter_map(|(path, text)| {
            let address = path.strip_prefix("scenarios/")?.to_owned();
            Some(ContractFile { path: address.clone(), address, text: text.to_owned() })
        })
        .collect();
    Suite::load(&contract, None, &scenarios).unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn conforming_server_passes_derived_scenarios() {
    let suite = derived();
    assert!(!suite.scenarios.is_empty());
    let outcome = run(&suite, Library::new(Broken::Nothing));
    assert!(outcome.with("violated").is_empty(), "{}", outcome.human);
    assert!(outcome.with("deviates").is_empty(), "{}", outcome.human);
    assert!(outcome.with("held").len() > 100, "{}", outcome.human);
}

#[test]
fn derived_scenarios_report_defects() {
    let suite = derived();
    for (broken, clause) in [
        (Broken::NoCard, "remove_book.key.required"),
        (Broken::OptionalMember, "add_book.body.pages"),
        (Broken::Price, "add_book.success.book.replacement_cost.echo"),
        (Broken::NotCorrected, "update_book.updates.title"),
    ] {
        let outcome = run(&suite, Library::new(broken));
        let violated = outcome.with("violated");
        assert!(violated.contains(&clause), "{broken:?}: {violated:?}");
    }
}
