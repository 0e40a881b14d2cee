//! The form of JSON values that were seen at one place: their types, and the members of objects.

use std::collections::BTreeSet;

use crate::json::{Json, is_whole};

/// Maximum number of different values that are kept for one place.
const KEPT_VALUES: usize = 100;

/// An exchange of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Index of the trace.
    pub trace: usize,
    pub exchange: u32,
}

/// How often something was seen, and where it was seen first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub count: u32,
    pub first: Option<Place>,
}

impl Seen {
    pub fn add(&mut self, place: Place) {
        self.count += 1;
        self.first.get_or_insert(place);
    }

    pub fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.first = self.first.or(other.first);
    }
}

/// The values at one place.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    pub null: Seen,
    pub boolean: Seen,
    /// Texts that are not a time.
    pub text: Seen,
    /// Texts with a date and a time of day.
    pub time: Seen,
    pub whole: Seen,
    /// Numbers that are written with a fraction.
    pub fraction: Seen,
    pub list: Seen,
    pub object: Seen,
    /// The items of all lists.
    pub item: Option<Box<Shape>>,
    /// The members of all objects, in the order in which they were seen first.
    pub members: Vec<Member>,
    values: BTreeSet<String>,
}

/// A member of the objects at one place.
#[derive(Clone, Debug)]
pub struct Member {
    pub name: String,
    pub shape: Shape,
    /// The objects without it.
    pub absent: Seen,
}

/// The kind of all values at a place, ignoring null.
#[derive(Clone, Copy, Debug)]
pub enum Kind<'s> {
    Boolean,
    Text,
    Time,
    /// Only whole numbers were seen. Other numbers may still be possible.
    Whole,
    Number,
    List(&'s Shape),
    Object,
}

impl Shape {
    pub fn add(&mut self, value: &Json, place: Place) {
        match value {
            Json::Null => self.null.add(place),
            Json::Bool(_) => self.boolean.add(place),
            Json::Text(text) if is_time(text) => self.time.add(place),
            Json::Text(_) => self.text.add(place),
            Json::Number(digits) if is_whole(digits) && !digits.contains('.') => {
                self.whole.add(place);
            }
            Json::Number(_) => self.fraction.add(place),
            Json::List(items) => {
                self.list.add(place);
                let item = self.item.get_or_insert_default();
                items.iter().for_each(|value| item.add(value, place));
            }
            Json::Map(members) => self.add_object(members, place),
        }
        if let Json::Text(text) | Json::Number(text) = value
            && self.values.len() < KEPT_VALUES
        {
            self.values.insert(text.clone());
        }
    }

    fn add_object(&mut self, members: &[(String, Json)], place: Place) {
        let before = self.object;
        self.object.add(place);
        for (name, value) in members {
            match self.members.iter_mut().find(|member| member.name == *name) {
                Some(member) => member.shape.add(value, place),
                None => {
                    let mut shape = Self::default();
                    shape.add(value, place);
                    self.members.push(Member { name: name.clone(), shape, absent: before });
                }
            }
        }
        let is_there = |name: &str| members.iter().any(|(known, _)| known == name);
        for member in self.members.iter_mut().filter(|member| !is_there(&member.name)) {
            member.absent.add(place);
        }
    }

    pub fn merge(&mut self, other: &Self) {
        for member in &mut self.members {
            if other.member(&member.name).is_none() {
                member.absent.merge(other.object);
            }
        }
        for member in &other.members {
            match self.members.iter_mut().find(|known| known.name == member.name) {
                Some(known) => {
                    known.shape.merge(&member.shape);
                    known.absent.merge(member.absent);
                }
                None => {
                    let mut added = member.clone();
                    added.absent.merge(self.object);
                    self.members.push(added);
                }
            }
        }
        self.null.merge(other.null);
        self.boolean.merge(other.boolean);
        self.text.merge(other.text);
        self.time.merge(other.time);
        self.whole.merge(other.whole);
        self.fraction.merge(other.fraction);
        self.list.merge(other.list);
        self.object.merge(other.object);
        if let Some(item) = &other.item {
            self.item.get_or_insert_default().merge(item);
        }
        let room = KEPT_VALUES.saturating_sub(self.values.len());
        self.values.extend(other.values.iter().take(room).cloned());
    }

    pub fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.name == name)
    }

    /// All values that are not null.
    pub fn values(&self) -> Seen {
        let mut all = Seen::default();
        for (_, seen) in self.by_kind() {
            all.merge(seen);
        }
        all
    }

    /// All values.
    pub fn all(&self) -> Seen {
        let mut all = self.values();
        all.merge(self.null);
        all
    }

    /// The number of different texts or numbers that were seen, at most `KEPT_VALUES`.
    pub fn different(&self) -> usize {
        self.values.len()
    }

    /// The values by their types in JSON.
    pub fn by_kind(&self) -> impl Iterator<Item = (&'static str, Seen)> {
        let mut text = self.text;
        text.merge(self.time);
        let mut number = self.whole;
        number.merge(self.fraction);
        [
            ("boolean", self.boolean),
            ("string", text),
            ("number", number),
            ("array", self.list),
            ("object", self.object),
        ]
        .into_iter()
        .filter(|(_, seen)| seen.count > 0)
    }

    /// The kind of all values; `None` if there are no values, or their kinds differ.
    pub fn kind(&self) -> Option<Kind<'_>> {
        let mut kinds = self.by_kind();
        let (kind, _) = kinds.next()?;
        if kinds.next().is_some() {
            return None;
        }
        Some(match kind {
            "boolean" => Kind::Boolean,
            "string" if self.text.count == 0 => Kind::Time,
            "string" => Kind::Text,
            "number" if self.fraction.count == 0 => Kind::Whole,
            "number" => Kind::Number,
            "array" => Kind::List(self.item.as_deref()?),
            _ => Kind::Object,
        })
    }
}

/// Whether the text has a date and a time of day, as in RFC 3339 or with a blank between them.
fn is_time(text: &str) -> bool {
    let digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let is = |at: usize, any: &[u8]| text.as_bytes().get(at).is_some_and(|byte| any.contains(byte));
    [0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15].into_iter().all(digit)
        && is(4, b"-")
        && is(7, b"-")
        && is(10, b"Tt ")
        && is(13, b":")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(values: &[&str]) -> Shape {
        let mut shape = Shape::default();
        for (exchange, text) in (1..).zip(values) {
            shape.add(&Json::parse(text.as_bytes()).unwrap(), Place { trace: 0, exchange });
        }
        shape
    }

    #[test]
    fn members_are_absent_before_and_after_they_are_seen() {
        let all = [r#"{"a":1}"#, r#"{"a":2.5,"b":null}"#, "{}", "null"];
        let seen = shape(&all);
        let absent = |shape: &Shape, name: &str| shape.member(name).unwrap().absent;
        assert_eq!(absent(&seen, "a").first, Some(Place { trace: 0, exchange: 3 }));
        assert_eq!(absent(&seen, "b").count, 2);
        assert_eq!((seen.object.count, seen.null.count), (3, 1));
        assert!(matches!(seen.member("a").unwrap().shape.kind(), Some(Kind::Number)));
        assert!(seen.member("b").unwrap().shape.kind().is_none());

        let mut merged = shape(&all[..1]);
        merged.merge(&shape(&all[1..]));
        assert_eq!(absent(&merged, "b").count, 2);
        assert_eq!(absent(&merged, "a").count, 1);
    }

    #[test]
    fn values_of_several_types_have_none() {
        for (values, kind) in [
            (&["\"2026-01-31T12:00:00Z\"", "null"][..], "Some(Time)"),
            (&["\"2026-01-31T12:00:00Z\"", "\"\""], "Some(Text)"),
            (&["1", "20"], "Some(Whole)"),
            (&["1", "2.0"], "Some(Number)"),
            (&["1", "\"1\""], "None"),
            (&["true"], "Some(Boolean)"),
            (&["{}"], "Some(Object)"),
            (&["null"], "None"),
        ] {
            assert_eq!(format!("{:?}", shape(values).kind()), kind, "{values:?}");
        }
        let list = shape(&["[]", "[\"a\"]"]);
        let Some(Kind::List(item)) = list.kind() else { panic!("{list:?}") };
        assert!(matches!(item.kind(), Some(Kind::Text)));
    }
}
