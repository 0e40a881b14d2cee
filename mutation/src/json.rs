//! Changes to JSON, at a place or wherever something is found.

use referral_conformance::json::Json;

/// Calls `change` for the value and every value in it, the outer ones first.
pub fn each(json: &mut Json, change: &mut impl FnMut(&mut Json)) {
    change(json);
    match json {
        Json::List(items) => items.iter_mut().for_each(|item| each(item, change)),
        Json::Map(members) => members
            .iter_mut()
            .for_each(|(_, value)| each(value, change)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => {}
    }
}

/// Calls `change` for every text in the value.
pub fn each_text(json: &mut Json, change: &mut impl FnMut(&mut String)) {
    each(json, &mut |value| {
        if let Json::Text(text) = value {
            change(text);
        }
    });
}

/// Calls `change` for the items of every list of objects.
pub fn each_list(json: &mut Json, change: &mut impl FnMut(&mut Vec<Json>)) {
    each(json, &mut |value| {
        if let Json::List(items) = value
            && items.iter().any(|item| matches!(item, Json::Map(_)))
        {
            change(items);
        }
    });
}

/// Calls `change` for the members of every object.
pub fn each_object(json: &mut Json, change: &mut impl FnMut(&mut Vec<(String, Json)>)) {
    each(json, &mut |value| {
        if let Json::Map(members) = value {
            change(members);
        }
    });
}

/// The member of an object, to be changed.
pub fn member<'j>(json: &'j mut Json, name: &str) -> Option<&'j mut Json> {
    match json {
        Json::Map(members) => members
            .iter_mut()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value),
        _ => None,
    }
}

/// The members of the record that a member of the body holds, or of each of them.
pub fn records<'j>(body: &'j mut Json, name: &str) -> Vec<&'j mut Vec<(String, Json)>> {
    let held: Vec<&mut Json> = match member(body, name) {
        Some(Json::List(items)) => items.iter_mut().collect(),
        Some(one) => vec![one],
        None => Vec::new(),
    };
    let records = held.into_iter().filter_map(|record| match record {
        Json::Map(members) => Some(members),
        _ => None,
    });
    records.collect()
}

/// The first object that has the text as a member, the outer ones before those inside of them.
#[must_use]
pub fn object_with<'j>(json: &'j Json, text: &str) -> Option<&'j Json> {
    match json {
        Json::List(items) => items.iter().find_map(|item| object_with(item, text)),
        Json::Map(members) => {
            let mut values = members.iter().map(|(_, value)| value);
            let own = values.any(|value| value.text() == Some(text));
            let mut values = members.iter().map(|(_, value)| value);
            match own {
                true => Some(json),
                false => values.find_map(|value| object_with(value, text)),
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => None,
    }
}

/// Gives a member another name, in the place where it stands.
pub fn rename(members: &mut [(String, Json)], name: &str) {
    let named = members.iter_mut().filter(|(known, _)| known == name);
    named.for_each(|(known, _)| known.push('_'));
}

/// Puts a member in its place, or at the end.
pub fn set(members: &mut Vec<(String, Json)>, name: &str, value: Json) {
    match members.iter_mut().find(|(known, _)| known == name) {
        Some((_, member)) => *member = value,
        None => members.push((name.to_owned(), value)),
    }
}

/// Adds the items of the lists of one value to the lists at the same places of another, unless they
/// are there already.
pub fn merge_lists(into: &mut Json, from: &Json) {
    match (into, from) {
        (Json::List(items), Json::List(others)) => {
            let new = others.iter().filter(|other| !items.contains(other));
            let new: Vec<Json> = new.cloned().collect();
            items.extend(new);
        }
        (Json::Map(members), Json::Map(_)) => {
            for (name, value) in members {
                if let Some(other) = from.get(name) {
                    merge_lists(value, other);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Json {
        Json::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn object_lists_are_found_at_any_depth() {
        let mut body = json(r#"{"a":{"b":[{"n":1},{"n":2}],"c":[1,2]}}"#);
        each_list(&mut body, &mut |items| items.reverse());
        assert_eq!(
            body.to_string(),
            r#"{"a":{"b":[{"n":2},{"n":1}],"c":[1,2]}}"#
        );
    }

    #[test]
    fn records_of_a_member_may_be_one_or_many() {
        let mut body = json(r#"{"book":{"n":1},"books":[{"n":2},{"n":3},null]}"#);
        assert_eq!(records(&mut body, "book").len(), 1);
        for record in records(&mut body, "books") {
            set(record, "n", Json::Null);
            set(record, "m", Json::Bool(true));
        }
        let books = body.get("books").unwrap().to_string();
        assert_eq!(books, r#"[{"n":null,"m":true},{"n":null,"m":true},null]"#);
        assert!(records(&mut body, "shelves").is_empty());
    }

    #[test]
    fn objects_are_found_by_a_text_member() {
        let body = json(r#"{"room":"b2","books":[{"uuid":"b1"},{"uuid":"b2","n":{"uuid":"b3"}}]}"#);
        let found = |text| object_with(&body, text).map(Json::to_string);
        assert_eq!(found("b1").as_deref(), Some(r#"{"uuid":"b1"}"#));
        assert_eq!(found("b3").as_deref(), Some(r#"{"uuid":"b3"}"#));
        assert_eq!(
            found("b2"),
            Some(body.to_string()),
            "it is a member of the whole"
        );
        assert_eq!(found("b4"), None);
    }

    #[test]
    fn lists_are_merged_where_both_exist() {
        let mut ours = json(r#"{"books":[{"n":1}],"info":{"total":1}}"#);
        merge_lists(
            &mut ours,
            &json(r#"{"books":[{"n":1},{"n":2}],"info":{"total":9}}"#),
        );
        assert_eq!(
            ours.to_string(),
            r#"{"books":[{"n":1},{"n":2}],"info":{"total":1}}"#
        );
    }
}
