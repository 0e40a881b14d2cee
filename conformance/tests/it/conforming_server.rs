//! Runs against a conforming server.

use crate::library::{Broken, Library};
use crate::session::{library, run, with_keys};

#[test]
fn conforming_server_has_no_violations_and_a_reason_for_each_open_clause() {
    let outcome = run(&library(), Library::new(Broken::Nothing));
    assert!(outcome.with("violated").is_empty(), "{}", outcome.human);
    assert!(outcome.with("deviates").is_empty(), "{}", outcome.human);
    insta::assert_snapshot!(outcome.human);
}

#[test]
fn refused_key_is_reported_first() {
    let report =
        |card: &str| with_keys(&library(), Library::new(Broken::Nothing), &[("main", card)]).human;
    let refused = "the key `main` was refused in all calls: `This library card is not known`";
    assert!(report("card-lost").starts_with(refused));
    assert!(!report("card-main").contains("was refused in"));
}

#[test]
fn json_report_has_stable_structure() {
    let outcome = run(&library(), Library::new(Broken::Nothing));
    let report: serde_json::Value = serde_json::from_str(&outcome.json).unwrap();
    assert_eq!(report["schema"], 1);
    assert_eq!(report["run"]["seed"], 7);
    let summary = report["summary"].as_object().unwrap();
    let sum: u64 = summary.values().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!(summary.len(), 6);
    assert_eq!(usize::try_from(sum).unwrap(), report["clauses"].as_array().unwrap().len());
}

#[test]
fn cleaned_up_records_are_not_leftovers() {
    let outcome = run(&library(), Library::new(Broken::Nothing));
    let report: serde_json::Value = serde_json::from_str(&outcome.json).unwrap();
    let left = report["leftovers"].as_array().unwrap();
    assert!(left.iter().all(|left| left["record"] != "Book"), "{left:?}");
    assert!(!left.is_empty());
}
