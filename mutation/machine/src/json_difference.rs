//! Where two JSON values differ.

use referral_conformance::json::{Json, numbers_equal};

use crate::renaming::Renaming;

/// A place where two JSON values differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct JsonDifference {
    /// Members and items from the root.
    pub(crate) path: Vec<PathPart>,
    /// How the values differ.
    pub(crate) kind: DifferenceKind,
    /// The first value; `None` if the member is only in the second.
    pub(crate) first: Option<Json>,
    /// The second value; `None` if the member is only in the first.
    pub(crate) second: Option<Json>,
}

/// A step from a JSON value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PathPart {
    Member(String),
    Item(usize),
}

/// How two JSON values differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DifferenceKind {
    Value,
    /// The same items in another order.
    Order,
    /// Another number of items.
    Length,
}

/// Collects the places where two values differ. The order of members does not matter.
pub(crate) fn compare(
    first: &Json,
    second: &Json,
    renaming: &mut Renaming<'_>,
) -> Vec<JsonDifference> {
    let mut comparison = Comparison { renaming, path: Vec::new(), differences: Vec::new() };
    comparison.compare(first, second);
    comparison.differences
}

struct Comparison<'a, 'r> {
    renaming: &'a mut Renaming<'r>,
    path: Vec<PathPart>,
    differences: Vec<JsonDifference>,
}

impl Comparison<'_, '_> {
    fn compare(&mut self, first: &Json, second: &Json) {
        match (first, second) {
            (Json::Map(members), Json::Map(others)) => self.compare_members(members, others),
            (Json::List(items), Json::List(others)) => self.compare_items(items, others),
            (Json::Text(one), Json::Text(other)) if self.renaming.is_same(one, other) => {}
            (Json::Number(one), Json::Number(other)) if numbers_equal(one, other) => {}
            (Json::Text(_) | Json::Number(_), _) => {
                self.push(DifferenceKind::Value, Some(first), Some(second));
            }
            _ if first.is_same(second) => {}
            _ => self.push(DifferenceKind::Value, Some(first), Some(second)),
        }
    }

    fn compare_members(&mut self, members: &[(String, Json)], others: &[(String, Json)]) {
        let find = |members: &'_ [(String, Json)], name: &str| {
            members.iter().find(|(other, _)| other == name).map(|(_, value)| value.clone())
        };
        for (name, value) in members {
            self.path.push(PathPart::Member(name.clone()));
            match find(others, name) {
                Some(other) => self.compare(value, &other),
                None => self.push(DifferenceKind::Value, Some(value), None),
            }
            self.path.pop();
        }
        for (name, value) in others.iter().filter(|(name, _)| find(members, name).is_none()) {
            self.path.push(PathPart::Member(name.clone()));
            self.push(DifferenceKind::Value, None, Some(value));
            self.path.pop();
        }
    }

    fn compare_items(&mut self, items: &[Json], others: &[Json]) {
        let list = |items: &[Json]| Some(Json::List(items.to_vec()));
        if items.len() != others.len() {
            let (first, second) = (list(items), list(others));
            self.push(DifferenceKind::Length, first.as_ref(), second.as_ref());
            return;
        }
        let is_reordered = items != others
            && items.iter().all(|item| others.contains(item))
            && others.iter().all(|item| items.contains(item));
        if is_reordered {
            let (first, second) = (list(items), list(others));
            self.push(DifferenceKind::Order, first.as_ref(), second.as_ref());
            return;
        }
        for (index, (item, other)) in items.iter().zip(others).enumerate() {
            self.path.push(PathPart::Item(index));
            self.compare(item, other);
            self.path.pop();
        }
    }

    fn push(&mut self, kind: DifferenceKind, first: Option<&Json>, second: Option<&Json>) {
        let (first, second) = (first.cloned(), second.cloned());
        self.differences.push(JsonDifference { path: self.path.clone(), kind, first, second });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::renaming::GeneratedValues;

    fn differences(first: &str, second: &str) -> Vec<(DifferenceKind, usize)> {
        let values = GeneratedValues::default();
        let parse = |text: &str| Json::parse(text.as_bytes()).unwrap();
        let found = compare(&parse(first), &parse(second), &mut Renaming::new(&values, false));
        found.iter().map(|difference| (difference.kind, difference.path.len())).collect()
    }

    #[test]
    fn differences_are_found_where_they_are() {
        use DifferenceKind::{Length, Order, Value};
        assert_eq!(differences(r#"{"a":1,"b":"x"}"#, r#"{"b":"x","a":1.0}"#), []);
        assert_eq!(differences(r#"{"a":1}"#, r#"{"a":2,"b":1}"#), [(Value, 1), (Value, 1)]);
        assert_eq!(differences(r#"{"a":[1,2]}"#, r#"{"a":[2,1]}"#), [(Order, 1)]);
        assert_eq!(differences("[1,2]", "[1]"), [(Length, 0)]);
        assert_eq!(differences("[1,2]", "[1,3]"), [(Value, 1)]);
        assert_eq!(differences("null", "{}"), [(Value, 0)]);
    }
}
