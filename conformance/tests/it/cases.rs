//! Scenarios of three kinds: rejected on load, failing with a given report, and passing. Each kind has a file with the
//! scenarios and a snapshot with the expected output.

use std::fs;

use spec::ContractFile;

use crate::library::{Broken, Library};
use crate::session::{Outcome, library, run};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");

/// The scenarios in a file, each with its name and below a line `== NAME`.
pub fn cases(kind: &str) -> Vec<(String, String)> {
    let texts = fs::read_to_string(format!("{FOLDER}/{kind}.txt")).unwrap();
    let texts = texts.strip_prefix("== ").unwrap().strip_suffix('\n').unwrap();
    let cases = texts.split("\n== ").map(|case| case.split_once('\n').unwrap());
    cases.map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
}

/// Asserts what is rendered for each case of a file, in one snapshot.
fn assert_snapshots(kind: &str, rendered: impl Fn(&str, ContractFile) -> String) {
    let mut all = String::new();
    for (name, text) in cases(kind) {
        let address = format!("books/{name}.yaml");
        let file = ContractFile { path: address.clone(), address, text };
        all += &format!("== {name}\n{}\n\n", rendered(&name, file).trim_end());
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(FOLDER);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(kind, all));
}

/// The outcome of a run of one file against the library.
fn run_scenario(file: ContractFile, broken: Broken) -> Outcome {
    let suite = library().with_scenarios(&[file]);
    let suite = suite.unwrap_or_else(|errors| panic!("{errors}"));
    run(&suite, Library::new(broken))
}

/// A report without the times of loans, which are those of the run.
fn without_times(report: &str) -> String {
    let is_time = |c: char| c.is_ascii_digit() || "-:.TZ".contains(c);
    let parts = report.split("\"lent_at\":\"");
    parts.map(|part| part.trim_start_matches(is_time)).collect::<Vec<_>>().join("\"lent_at\":\"")
}

#[test]
fn invalid_scenarios_are_rejected_on_load() {
    assert_snapshots("rejected", |name, file| {
        let loaded = library().with_scenarios(&[file]);
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
        without_times(&outcome.human[from..to])
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
