//! Answers of an overlay in words.

use maud::{Markup, html};
use serde_json::{Map, Value};

use crate::text::inline;

/// The answer to a gap. `canonical` is its canonical form: JSON, or a text.
pub fn words(gap: &str, canonical: &str) -> Markup {
    let key = gap.rsplit('.').next().unwrap_or_default();
    let value = serde_json::from_str(canonical).unwrap_or_else(|_| Value::from(canonical));
    match &value {
        Value::String(text) => plain(key, text),
        Value::Object(members) if key == "further_members" => added(members),
        Value::Object(members) if key == "body" => body(members),
        Value::Object(members) if key == "order" => {
            let words: Vec<_> = members.values().map(text).collect();
            html! { "by " (words.join(", ")) }
        }
        other => of_value(other),
    }
}

fn plain(key: &str, text: &str) -> Markup {
    let words = match (key, text) {
        ("nullable", "true") => "it may be null",
        ("nullable", "false") => "it is never null",
        ("present", "true") => "it is always present",
        ("present", "false") => "it is not always present",
        ("required", "true") => "it is required",
        ("required", "false") => "it is not required",
        ("integers", "true") => "they are integers",
        ("further_members", "true") => "there may be further members",
        ("further_members", "false") => "there are no further members",
        ("complete", "true") => "no others",
        ("complete", "false") => "others are possible",
        ("scope", "account") => "those of the account",
        ("scope", "service") => "those of all accounts",
        (_, "true") => "yes",
        (_, "false") => "no",
        _ => text,
    };
    inline(words)
}

/// Members that the answer adds to a record.
fn added(members: &Map<String, Value>) -> Markup {
    html! {
        "these further members:"
        ul { @for (name, member) in members {
            li {
                code { (name) } ": "
                @match member {
                    Value::Object(facts) => (member_facts(facts)),
                    other => (of_value(other)),
                }
            }
        } }
    }
}

fn member_facts(facts: &Map<String, Value>) -> Markup {
    let flag = |key: &str| facts.get(key).map(text);
    let ty = facts.get("type").map(type_of).unwrap_or_default();
    let form = flag("format").map(|format| format!(" ({format})")).unwrap_or_default();
    let present = (flag("present").as_deref() == Some("false")).then_some(", not always present");
    let null = (flag("nullable").as_deref() == Some("true")).then_some(", may be null");
    let values = facts.get("values").and_then(Value::as_array).into_iter().flatten();
    let values: Vec<_> = values.map(text).collect();
    html! {
        (ty) (form) (present.unwrap_or_default()) (null.unwrap_or_default())
        @if !values.is_empty() { "; values: " (values.join(", ")) }
        "."
        @if let Some(about) = flag("description") { " " (inline(&about)) }
    }
}

/// A success body: its members with their types.
fn body(members: &Map<String, Value>) -> Markup {
    html! {
        "a body with "
        @for (at, (name, ty)) in members.iter().enumerate() {
            @if at > 0 { ", " }
            code { (name) } " (" (type_of(ty)) ")"
        }
    }
}

fn of_value(value: &Value) -> Markup {
    match value {
        Value::Object(members) => html! {
            @for (at, (name, value)) in members.iter().enumerate() {
                @if at > 0 { ", " }
                (name.replace('_', " ")) " "
                @if value.is_object() { "(" (of_value(value)) ")" } @else { code { (text(value)) } }
            }
        },
        other => html! { (text(other)) },
    }
}

fn type_of(ty: &Value) -> String {
    match ty {
        Value::Array(items) => {
            let items: Vec<_> = items.iter().map(text).collect();
            format!("list of {}", items.join(", "))
        }
        other => text(other),
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(text).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_words() {
        for (gap, canonical, expected) in [
            ("a.name.nullable", "\"false\"", "it is never null"),
            ("a.open.case", "\"`x` is kept\"", "<code>x</code> is kept"),
            ("a.success.status", "\"201\"", "201"),
            ("a.order", r#"{"by":"creation","direction":"descending"}"#, "by creation, descending"),
            (
                "a.success.body",
                r#"{"books":["Book"]}"#,
                "a body with <code>books</code> (list of Book)",
            ),
            (
                "a.paging",
                r#"{"meta":"meta","select":{"page":"p"}}"#,
                "meta <code>meta</code>, select (page <code>p</code>)",
            ),
            (
                "A.further_members",
                r#"{"n":{"type":"string","present":"false","nullable":"false"}}"#,
                "these further members:<ul><li><code>n</code>: string, not always present.</li></ul>",
            ),
        ] {
            assert_eq!(words(gap, canonical).into_string(), expected, "{gap}");
        }
    }
}
