//! Locations of values in a JSON body.

use referral_conformance::json::Json;

/// One step from a value to a nested one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// A member of an object.
    Member(String),
    /// An item of a list.
    Item(usize),
}

/// The way from the body to a value; empty for the body itself.
pub type Location = Vec<Key>;

/// The locations of all values, outer values first.
pub fn locations(body: &Json) -> Vec<Location> {
    let mut found = Vec::new();
    collect(body, &mut Vec::new(), &mut found);
    found
}

fn collect(value: &Json, here: &mut Location, found: &mut Vec<Location>) {
    found.push(here.clone());
    let children: Vec<(Key, &Json)> = match value {
        Json::Map(members) => {
            members.iter().map(|(name, value)| (Key::Member(name.clone()), value)).collect()
        }
        Json::List(items) => {
            items.iter().enumerate().map(|(index, item)| (Key::Item(index), item)).collect()
        }
        _ => Vec::new(),
    };
    for (key, child) in children {
        here.push(key);
        collect(child, here, found);
        here.pop();
    }
}

/// The value at a location.
pub fn value_at<'j>(body: &'j mut Json, location: &[Key]) -> Option<&'j mut Json> {
    location.iter().try_fold(body, |value, key| match (value, key) {
        (Json::Map(members), Key::Member(name)) => {
            members.iter_mut().find(|(known, _)| known == name).map(|(_, value)| value)
        }
        (Json::List(items), Key::Item(index)) => items.get_mut(*index),
        _ => None,
    })
}

/// A location as text: `books[2].title`.
pub fn render(location: &[Key]) -> String {
    let mut text = String::new();
    for key in location {
        match key {
            Key::Member(name) if text.is_empty() => text.push_str(name),
            Key::Member(name) => text.push_str(&format!(".{name}")),
            Key::Item(index) => text.push_str(&format!("[{index}]")),
        }
    }
    if text.is_empty() { "the body".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_location() {
        let mut body = Json::parse(br#"{"books":[{"title":"a"},7]}"#).unwrap();
        let found = locations(&body);
        let texts: Vec<_> = found.iter().map(|location| render(location)).collect();
        assert_eq!(texts, ["the body", "books", "books[0]", "books[0].title", "books[1]"]);
        assert!(found.iter().all(|location| value_at(&mut body, location).is_some()));
    }
}
