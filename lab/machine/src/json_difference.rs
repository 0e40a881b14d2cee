//! Where two JSON values differ.

use referral_conformance::json::{Json, numbers_equal};

use crate::renaming::Renaming;
use crate::traffic::identity;

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
    /// The same number of records, some of them others.
    Records,
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
        let kind = if items.len() != others.len() {
            Some(DifferenceKind::Length)
        } else if items == others {
            None
        } else if has_same_items(items, others) {
            Some(DifferenceKind::Order)
        } else {
            self.compare_identities(items, others)
        };
        if let Some(kind) = kind {
            let (first, second) = (list(items), list(others));
            self.push(kind, first.as_ref(), second.as_ref());
            self.compare_same_records(items, others);
            return;
        }
        for (index, (item, other)) in items.iter().zip(others).enumerate() {
            self.compare_item(index, item, other);
        }
    }

    fn compare_item(&mut self, index: usize, item: &Json, other: &Json) {
        self.path.push(PathPart::Item(index));
        self.compare(item, other);
        self.path.pop();
    }

    /// Whether two lists of records, of the same length, show the same ones in the same order.
    fn compare_identities(&self, items: &[Json], others: &[Json]) -> Option<DifferenceKind> {
        let of = |items: &[Json]| {
            items.iter().map(|item| identity(item).map(str::to_owned)).collect::<Option<Vec<_>>>()
        };
        let (mut ids, mut other_ids) = (of(items)?, of(others)?);
        ids.iter_mut().for_each(|id| self.renaming.rename(id));
        if ids == other_ids {
            return None;
        }
        ids.sort_unstable();
        other_ids.sort_unstable();
        Some(if ids == other_ids { DifferenceKind::Order } else { DifferenceKind::Records })
    }

    /// Compares the records that both lists show.
    fn compare_same_records(&mut self, items: &[Json], others: &[Json]) {
        for (index, item) in items.iter().enumerate() {
            let Some(mut id) = identity(item).map(str::to_owned) else { continue };
            self.renaming.rename(&mut id);
            let other = others.iter().find(|other| identity(other) == Some(&id));
            if let Some(other) = other {
                self.compare_item(index, item, other);
            }
        }
    }

    fn push(&mut self, kind: DifferenceKind, first: Option<&Json>, second: Option<&Json>) {
        let (first, second) = (first.cloned(), second.cloned());
        self.differences.push(JsonDifference { path: self.path.clone(), kind, first, second });
    }
}

fn has_same_items(items: &[Json], others: &[Json]) -> bool {
    items.iter().all(|item| others.contains(item)) && others.iter().all(|item| items.contains(item))
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
        use DifferenceKind::{Length, Order, Records, Value};
        assert_eq!(differences(r#"{"a":1,"b":"x"}"#, r#"{"b":"x","a":1.0}"#), []);
        assert_eq!(differences(r#"{"a":1}"#, r#"{"a":2,"b":1}"#), [(Value, 1), (Value, 1)]);
        assert_eq!(differences(r#"{"a":[1,2]}"#, r#"{"a":[2,1]}"#), [(Order, 1)]);
        assert_eq!(differences("[1,2]", "[1]"), [(Length, 0)]);
        assert_eq!(differences("[1,2]", "[1,3]"), [(Value, 1)]);
        assert_eq!(differences("null", "{}"), [(Value, 0)]);
        let records = r#"[{"uuid":"a","n":1},{"uuid":"b","n":2}]"#;
        let reordered = r#"[{"uuid":"b","n":2},{"uuid":"a","n":3}]"#;
        assert_eq!(differences(records, reordered), [(Order, 0), (Value, 2)]);
        let others = r#"[{"uuid":"c","n":1},{"uuid":"b","n":3}]"#;
        assert_eq!(differences(records, others), [(Records, 0), (Value, 2)]);
    }
}
