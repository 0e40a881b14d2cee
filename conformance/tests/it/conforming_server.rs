//! Runs against a conforming server.

use crate::session::conforming;

#[test]
fn conforming_server_has_no_violations_and_a_reason_for_each_open_clause() {
    let outcome = conforming();
    assert!(outcome.with("violated").is_empty(), "{}", outcome.human);
    assert!(outcome.with("deviates").is_empty(), "{}", outcome.human);
    insta::assert_snapshot!(outcome.human);
}

#[test]
fn json_report_has_stable_structure() {
    let outcome = conforming();
    let report = outcome.report();
    assert_eq!(report["schema"], 2);
    assert_eq!(report["run"]["seed"], 7);
    let summary = report["summary"].as_object().unwrap();
    let sum: u64 = summary.values().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!(summary.len(), 6);
    assert_eq!(usize::try_from(sum).unwrap(), report["clauses"].as_array().unwrap().len());
}

#[test]
fn cleaned_up_records_are_not_leftovers() {
    let outcome = conforming();
    let report = outcome.report();
    let left = report["leftovers"].as_array().unwrap();
    assert!(left.iter().all(|left| left["record"] != "Book"), "{left:?}");
    assert!(!left.is_empty());
}
