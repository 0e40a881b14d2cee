//! Scenarios that are derived from the library's contract.

use std::path::Path;

use referral_conformance::depth::Depth;
use referral_conformance::scenario::Scenario;
use referral_conformance::suite::{self, Suite};

use crate::library::{Broken, Library};
use crate::session::{Access, Setup, embedded, library, library_contract, run, run_setup};

/// The library's contract with its derived scenarios.
fn derived() -> Suite {
    suite::derived(&library_contract(), None, &[], Depth::Thorough)
        .unwrap_or_else(|errors| panic!("{errors}"))
}

/// A scenario without its places in a file.
fn placeless(scenario: &Scenario) -> Scenario {
    let mut scenario = scenario.clone();
    (scenario.path, scenario.span) = (String::new(), None);
    scenario.steps.iter_mut().chain(&mut scenario.finally).for_each(|step| step.span = None);
    scenario
}

#[test]
fn written_scenarios_are_read_back_as_the_same() {
    for suite in [embedded(), derived(), library()] {
        let files: Vec<_> =
            suite.scenarios.iter().map(|made| suite::file(made, &suite.contract)).collect();
        let read = suite.with_scenarios(&files).unwrap_or_else(|errors| panic!("{errors}"));
        assert!(suite.scenarios.len() > 10);
        for (made, read) in suite.scenarios.iter().zip(read.scenarios.iter()) {
            assert_eq!(placeless(made), placeless(read), "{}", made.write(&suite.contract));
        }
    }
}

/// The tracker with numbers as identifiers of comments, and a second operation that updates issues without their title.
#[test]
fn derived_scenarios_of_a_changed_contract_are_sound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/tests/tracker/contract");
    let mut files = spec::read_folder(&folder).0;
    for file in &mut files {
        let edits = match file.address.as_str() {
            "comments/resource.yaml" => [("type: string, format: identifier", "type: integer")],
            "issues/lock_issue.yaml" => [("effects:", "updates: Issue\n\neffects:")],
            _ => continue,
        };
        for (from, to) in edits {
            assert!(file.text.contains(from), "{}", file.text);
            file.text = file.text.replace(from, to);
        }
    }
    let suite = suite::derived(&files, None, &[], Depth::Thorough);
    assert!(suite.unwrap_or_else(|errors| panic!("{errors}")).scenarios.len() > 80);
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
        (Broken::Outside, "add_book.errors.pages_out_of_range.refused"),
        (Broken::Outside, "add_book.errors.call_number_invalid.refused"),
        (Broken::Price, "add_book.success.book.replacement_cost.echo"),
        (Broken::NotCorrected, "update_book.updates.title"),
    ] {
        let only = Some(clause.parse().unwrap());
        let setup = Setup { only, access: Access::SHARED, ..Setup::default() };
        let outcome = run_setup(&suite, Library::new(broken), &setup);
        let violated = outcome.with("violated");
        assert!(violated.contains(&clause), "{broken:?}: {violated:?}");
    }
}
