//! Documents with random changes are drafted, or refused with a reason. A draft always loads.

use openapi_import::{Failure, import};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{BAKERY, GARAGE, describe};

/// All places of a document, as JSON pointers.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    let mut child = |key: &str, value| {
        places(value, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), all);
    };
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| child(key, value)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, value)| child(&index.to_string(), value));
        }
        _ => {}
    }
}

/// Values that replace the value of a place.
fn replacement(number: usize, places: &[String]) -> Value {
    let words = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1e300),
        json!(0.5),
        json!(""),
        json!("none"),
        json!("not_shown"),
        json!("a: b # c"),
        json!("\u{0}\u{feff}\u{2028}"),
        json!([]),
        json!({}),
        json!([null, {}, []]),
        json!("string"),
        json!("object"),
        json!(["string", "null"]),
        json!("date-time"),
        json!("uuid"),
        json!({ "type": "integer" }),
        json!({ "type": "array", "items": { "type": "string" } }),
        json!({ "": { ".": {} }, "x-a": 1, "%": [] }),
        json!("^(?=a)[\\d]{2,1}\\"),
        json!("{}{}"),
        json!("/{a}/{a}"),
    ];
    match words.get(number % (words.len() * 2)) {
        Some(word) => word.clone(),
        // A reference to somewhere else in the document.
        None => json!({ "$ref": format!("#{}", places[number % places.len()]) }),
    }
}

fn mutated(mut document: Value, changes: &[(usize, usize, usize)]) -> Value {
    for (place, kind, number) in changes {
        let mut all = Vec::new();
        places(&document, "", &mut all);
        let at = all[place % all.len()].clone();
        let value = match kind % 4 {
            0 => replacement(*number, &all),
            // A value from elsewhere in the document.
            1 => document.pointer(&all[number % all.len()]).unwrap().clone(),
            _ => Value::Null,
        };
        let key = at
            .rsplit_once('/')
            .map(|(parent, key)| (parent.to_owned(), key.replace("~1", "/").replace("~0", "~")));
        match (key, kind % 4) {
            (Some((parent, key)), 2 | 3) => match document.pointer_mut(&parent).unwrap() {
                Value::Object(members) => {
                    let value = members.remove(&key).unwrap();
                    if kind % 4 == 3 {
                        let names = [
                            "type", "$ref", "a.b", "", "x", "fooBar", "foo_bar", "service",
                            "/a/{b}",
                        ];
                        members.insert(names[number % names.len()].to_owned(), value);
                    }
                }
                Value::Array(items) => _ = items.remove(key.parse::<usize>().unwrap()),
                _ => {}
            },
            _ => *document.pointer_mut(&at).unwrap() = value,
        }
        // Documents that grow further show nothing new.
        if all.len() > 3000 {
            break;
        }
    }
    document
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_changed_document_has_a_valid_draft_or_a_reason(
        is_bakery: bool,
        changes in proptest::collection::vec((any::<usize>(), any::<usize>(), any::<usize>()), 1..12),
    ) {
        let document: Value = if is_bakery {
            serde_yaml::from_str(BAKERY).unwrap()
        } else {
            serde_json::from_str(GARAGE).unwrap()
        };
        let text = mutated(document, &changes).to_string();
        if let Err(failure @ Failure::Invalid(_)) = import(&text, "schema") {
            panic!("{}\n{text}", describe(&failure));
        }
    }

    #[test]
    fn any_text_is_drafted_or_refused(text in "\\PC{0,200}") {
        _ = import(&text, "schema");
        _ = import(&format!("openapi: 3.1.0\npaths:\n  /a:\n    get: {text}"), "schema");
    }
}
