//! Scenario files of three kinds: rejected on load, failing with a given report, and passing. Each has a snapshot with
//! the expected output.

use std::fs;
use std::path::Path;

use referral_conformance::suite::Suite;
use spec::ContractFile;

use crate::library::{Broken, Library};
use crate::session::{Outcome, library_contract, run};

/// Asserts the snapshot of each file in a folder.
fn assert_snapshots(folder: &str, rendered: impl Fn(&str, ContractFile) -> String) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(here.join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let mut names: Vec<_> = fs::read_dir(here.join(folder))
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter_map(|file| Some(file.strip_suffix(".yaml")?.to_owned()))
        .collect();
    names.sort();
    assert!(names.len() > 3, "{names:?}");
    for name in names {
        let text = fs::read_to_string(here.join(folder).join(format!("{name}.yaml"))).unwrap();
        let address = format!("books/{name}.yaml");
        let file = ContractFile { path: address.clone(), address, text };
        let rendered = rendered(&name, file);
        settings.bind(|| insta::assert_snapshot!(name.as_str(), rendered));
    }
}

/// The outcome of a run of one file against the library.
fn run_scenario(file: ContractFile, broken: Broken) -> Outcome {
    let suite = Suite::load(&library_contract(), None, &[file]);
    let suite = suite.unwrap_or_else(|errors| panic!("{errors}"));
    run(&suite, Library::new(broken))
}

#[test]
fn invalid_scenarios_are_rejected_on_load() {
    assert_snapshots("rejected", |name, file| {
        let loaded = Suite::load(&library_contract(), None, &[file]);
        let errors = loaded.err().unwrap_or_else(|| panic!("{name} has no error"));
        errors.to_string()
    });
}

#[test]
fn failing_cases_match_their_snapshots() {
    assert_snapshots("failing", |name, file| {
        let broken = match name {
            "another_book_for_an_unknown_id" => Broken::UnknownShown,
            "books_of_others_are_listed" => Broken::Scope,
            "filter_lets_the_bound_through" => Broken::FilterInclusive,
            "kept_in_the_reading_room_and_withdrawn" => Broken::GuardIgnored,
            "message_has_another_letter" => Broken::Message,
            "price_loses_a_digit" => Broken::Price,
            "reserved_again_by_another_name" => Broken::ReservedTwice,
            "return_is_not_done" => Broken::NotReturned,
            other => panic!("say what is broken for {other}"),
        };
        let outcome = run_scenario(file, broken);
        assert_eq!(outcome.exit, 1, "{name}\n{}", outcome.human);
        let from = outcome.human.find("VIOLATED").unwrap();
        let to = outcome.human.find("\nnot exercised").unwrap();
        outcome.human[from..to].to_owned()
    });
}

#[test]
fn passing_cases_pass() {
    assert_snapshots("passing", |name, file| {
        let outcome = run_scenario(file, Broken::Nothing);
        for verdict in ["violated", "deviates", "inconclusive"] {
            assert!(outcome.with(verdict).is_empty(), "{name}\n{}", outcome.human);
        }
        let mut held = outcome.with("held");
        // Clauses about presence and type hold in every case; leave them out.
        held.retain(|id| !id.ends_with(".present") && !id.ends_with(".type"));
        assert!(!held.is_empty(), "{name}\n{}", outcome.human);
        format!("held\n  {}", held.join("\n  "))
    });
}
