//! Traversal and editing of JSON values.

use referral_conformance::json::Json;
use spec::MemberPath;

/// The members of an object.
pub type Members = Vec<(String, Json)>;

/// Calls `change` for the value and all nested values, outer values first.
pub fn each(json: &mut Json, change: &mut impl FnMut(&mut Json)) {
    change(json);
    match json {
        Json::List(items) => items.iter_mut().for_each(|item| each(item, change)),
        Json::Map(members) => members.iter_mut().for_each(|(_, value)| each(value, change)),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => {}
    }
}

/// Calls `change` for every text.
pub fn each_text(json: &mut Json, change: &mut impl FnMut(&mut String)) {
    each(json, &mut |value| {
        if let Json::Text(text) = value {
            change(text);
        }
    });
}

/// Calls `change` for every list that contains an object.
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
pub fn each_object(json: &mut Json, change: &mut impl FnMut(&mut Members)) {
    each(json, &mut |value| {
        if let Json::Map(members) = value {
            change(members);
        }
    });
}

/// A member of a body; the body itself for an empty name.
pub fn member<'j>(json: &'j mut Json, name: &str) -> Option<&'j mut Json> {
    match json {
        body if name.is_empty() => Some(body),
        Json::Map(members) => {
            members.iter_mut().find(|(known, _)| known == name).map(|(_, value)| value)
        }
        _ => None,
    }
}

/// A member of an object, or of an object within it.
pub fn member_at<'j>(json: &'j mut Json, path: &MemberPath) -> Option<&'j mut Json> {
    path.names().try_fold(json, member)
}

/// The members of the object that contains the member at this path.
pub fn members_beside<'j>(json: &'j mut Json, path: &MemberPath) -> Option<&'j mut Members> {
    match path.within.iter().try_fold(json, |object, name| member(object, name))? {
        Json::Map(members) => Some(members),
        _ => None,
    }
}

/// The members of the record, or of each record, in a member of the body.
pub fn records<'j>(body: &'j mut Json, name: &str) -> Vec<&'j mut Members> {
    match member(body, name) {
        Some(Json::List(items)) => items.iter_mut().filter_map(members).collect(),
        Some(record) => members(record).into_iter().collect(),
        None => Vec::new(),
    }
}

fn members(json: &mut Json) -> Option<&mut Members> {
    match json {
        Json::Map(members) => Some(members),
        _ => None,
    }
}

/// The first object with a member that has this text, outer objects first.
pub fn find_object_with_text<'j>(json: &'j Json, text: &str) -> Option<&'j Json> {
    match json {
        Json::List(items) => items.iter().find_map(|item| find_object_with_text(item, text)),
        Json::Map(members) if has_text(members, text) => Some(json),
        Json::Map(members) => {
            members.iter().find_map(|(_, value)| find_object_with_text(value, text))
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => None,
    }
}

/// Whether a member has this text.
pub fn has_text(members: &[(String, Json)], text: &str) -> bool {
    members.iter().any(|(_, value)| value.text() == Some(text))
}

/// Removes a member.
pub fn remove(members: &mut Members, name: &str) {
    members.retain(|(known, _)| known != name);
}

/// Appends `_` to the name of a member.
pub fn rename(members: &mut [(String, Json)], name: &str) {
    for (known, _) in members.iter_mut().filter(|(known, _)| known == name) {
        known.push('_');
    }
}

/// Sets a member, appending it if it does not exist.
pub fn set(members: &mut Members, name: &str, value: Json) {
    match members.iter_mut().find(|(known, _)| known == name) {
        Some((_, member)) => *member = value,
        None => members.push((name.to_owned(), value)),
    }
}

/// Sets a member if it exists.
pub fn replace(members: &mut [(String, Json)], name: &str, value: &Json) {
    for (_, member) in members.iter_mut().filter(|(known, _)| known == name) {
        member.clone_from(value);
    }
}

/// An object with these members.
pub fn object<'n>(members: impl IntoIterator<Item = (&'n str, Json)>) -> Json {
    Json::Map(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Appends the items of each list in `from` to the list at the same location in `into`, without duplicates.
pub fn merge_lists(into: &mut Json, from: &Json) {
    match (into, from) {
        (Json::List(items), Json::List(others)) => {
            let new: Vec<Json> =
                others.iter().filter(|other| !items.contains(other)).cloned().collect();
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
    fn objects_are_found_by_a_text_member() {
        let body = json(r#"{"room":"b2","books":[{"uuid":"b1"},{"uuid":"b2","n":{"uuid":"b3"}}]}"#);
        let found = |text| find_object_with_text(&body, text).map(Json::to_string);
        assert_eq!(found("b1").as_deref(), Some(r#"{"uuid":"b1"}"#));
        assert_eq!(found("b3").as_deref(), Some(r#"{"uuid":"b3"}"#));
        assert_eq!(found("b2"), Some(body.to_string()), "outer objects come first");
        assert_eq!(found("b4"), None);
    }
}
