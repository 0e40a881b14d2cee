//! Tests of `clauses`.

use crate::support::xtask;

#[test]
fn clauses_are_listed_as_a_table_and_as_json() {
    let table = xtask(&["clauses", "--only", "create_event.errors.*"]);
    let text = String::from_utf8(table.stdout).unwrap();
    assert!(text.starts_with("ID "));
    assert!(text.contains("create_event.errors.value_missing.message"));
    assert!(!text.contains("create_event.accepted"));

    let gaps = String::from_utf8(xtask(&["clauses", "--gaps"]).stdout).unwrap();
    assert!(
        gaps.contains("list_subscribers.success.body") && !gaps.contains("create_event.accepted")
    );

    let json: serde_json::Value =
        serde_json::from_slice(&xtask(&["clauses", "--format", "json"]).stdout).unwrap();
    assert_eq!(json["schema"], 1);
    let clause = json["clauses"]
        .as_array()
        .unwrap()
        .iter()
        .find(|c| c["id"] == "create_event.errors.value_missing.status");
    let clause = clause.unwrap();
    assert_eq!(clause["operation"], "create_event");
    assert_eq!(clause["evidence"], "stated");
    assert_eq!(clause["testable"], true);
    assert!(clause["untestable_because"].is_null());
    let service = json["clauses"]
        .as_array()
        .unwrap()
        .iter()
        .find(|c| c["id"] == "service.key.header_case")
        .unwrap();
    assert!(service["operation"].is_null());
    assert!(
        json["gaps"]
            .as_array()
            .unwrap()
            .iter()
            .any(|gap| gap["id"] == "create_subscriber.success.status")
    );
}
