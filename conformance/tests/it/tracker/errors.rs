//! Refusals of the tracker: what is wrong with a body, and the list with an entry for each wrong member.

use serde_json::{Value, json};

use super::{Answer, Fault, plain, run};
use crate::foreign::{assert_held, assert_violations};

/// A member of a body and the code of what is wrong with it.
type Entry = (&'static str, &'static str);

/// The refusal with these entries; `None` if nothing is wrong.
pub(super) fn refusal(fault: Fault, mut entries: Vec<Entry>) -> Option<Answer> {
    if entries.is_empty() {
        return None;
    }
    match fault {
        Fault::NoEntries => entries.clear(),
        Fault::SecondEntryLeftOut => entries.truncate(1),
        Fault::FurtherEntry => entries.push(("state", "invalid")),
        _ => {}
    }
    let entries = entries.into_iter().map(|(field, code)| match fault {
        Fault::OtherCode => json!({ "field": field, "code": code.replace("too_long", "invalid") }),
        Fault::OtherField => json!({ "field": format!("body.{field}"), "code": code }),
        _ => json!({ "field": field, "code": code, "resource": "tracker" }),
    });
    let entries: Vec<_> = entries.collect();
    Some(plain(422, json!({ "message": "Validation Failed", "errors": entries })))
}

/// What is wrong with a text of a body.
pub(super) fn text(body: &Value, field: &'static str, required: bool, most: usize) -> Vec<Entry> {
    let code = match body.get(field) {
        None | Some(Value::Null) if !required => None,
        None => Some("missing_field"),
        Some(Value::String(text)) if text.is_empty() => Some("invalid"),
        Some(Value::String(text)) if text.chars().count() > most => Some("too_long"),
        Some(Value::String(_)) => None,
        Some(_) => Some("invalid"),
    };
    code.map(|code| (field, code)).into_iter().collect()
}

/// What is wrong with a new issue.
pub(super) fn of_issue(body: &Value) -> Vec<Entry> {
    let labels = match body.get("labels") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(labels)) => {
            let each = labels.iter().map(|name| json!({ "labels": name }));
            each.flat_map(|it| text(&it, "labels", true, 50)).take(1).collect()
        }
        Some(_) => vec![("labels", "invalid")],
    };
    // An assignee may be empty.
    let assignee = body.get("assignee").filter(|it| !it.is_null() && !it.is_string());
    let assignee = assignee.map(|_| ("assignee", "invalid"));
    let due = text(body, "due_on", false, 10).into_iter().map(|_| ("due_on", "invalid"));
    let title = text(body, "title", true, 200).into_iter();
    title.chain(assignee).chain(labels).chain(due).collect()
}

#[test]
fn entries_for_wrong_inputs_are_held() {
    let (output, report) = run(Fault::None, &[]);
    let ids = [
        "add_issue.errors.missing_field.refused",
        "add_issue.errors.missing_field.message",
        "add_issue.errors.missing_field.status",
        "add_issue.errors.missing_field.code",
        "add_issue.errors.missing_field.field",
        "add_issue.errors.too_long.code",
        "add_issue.errors.too_long.field",
        "add_issue.errors.invalid.code",
        "add_issue.errors.invalid.field",
        "add_issue.errors.entries",
        "change_issue.errors.invalid.field",
        "add_comment.errors.missing_field.code",
        "add_label.errors.name_taken.code",
        "add_label.errors.name_taken.field",
        "list_issues.errors.unknown_word.code",
        "list_issues.errors.unknown_word.field",
    ];
    assert_held(&report, &ids, &output);
}

#[test]
fn faults_of_entries_are_violations() {
    let faults = [
        (Fault::NoEntries, "add_issue.errors.missing_field.field"),
        (Fault::OtherCode, "add_issue.errors.too_long.code"),
        (Fault::OtherField, "add_issue.errors.invalid.field"),
        (Fault::SecondEntryLeftOut, "add_issue.errors.entries"),
        (Fault::FurtherEntry, "add_issue.errors.too_long.field"),
    ];
    assert_violations(&faults, run);
}
