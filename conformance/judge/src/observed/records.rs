//! Matches the objects in responses to records of the contract, and infers types for the other values.

use std::collections::{BTreeMap, BTreeSet};

use spec::{Body, Contract, Type};

use crate::json::Json;

use super::evidence::Evidence;
use super::shape::{Kind, Member, Shape};

/// Placeholder for an unknown part of an answer.
pub const NOT_SHOWN: &str = "not_shown";

/// Number of objects that must have a member before it counts as always present. A small number is enough, because most
/// records of a type have the same members.
const ENOUGH_OBJECTS: u32 = 2;
/// Number of different records that must have a value before the member counts as never null, unless the member
/// identifies the record.
const ENOUGH_RECORDS: usize = 100;
/// Number of different whole numbers that must be seen before the type is taken to be an integer.
const ENOUGH_NUMBERS: usize = 8;

/// The records that responses show.
pub struct Records<'c> {
    contract: &'c Contract,
    /// By name.
    seen: BTreeMap<&'c str, Shape>,
    /// Records that the contract does not define, by name.
    pub added: BTreeMap<String, AddedRecord>,
}

/// A record that the contract does not define.
pub struct AddedRecord {
    pub resource: String,
    pub fields: Json,
}

/// Where an object was found.
#[derive(Clone, Default)]
pub struct Owner<'c> {
    pub resource: String,
    /// Name for the record, if the contract does not define it.
    pub name: String,
    /// The records that the operation is about.
    pub about: Vec<&'c str>,
}

impl<'c> Records<'c> {
    /// Collects the records in the bodies that the document describes or the overlay answers.
    pub fn documented(contract: &'c Contract, evidence: &Evidence) -> Self {
        let mut records = Self { contract, seen: BTreeMap::new(), added: BTreeMap::new() };
        for operation in contract.operations() {
            let Some(bodies) = evidence.bodies.get(&operation.id) else { continue };
            let body = operation.success.body.value();
            for member in body.map(Body::members).unwrap_or_default() {
                let shape = match member.wire.as_str() {
                    "" => Some(&bodies.json),
                    wire => bodies.json.member(wire).map(|member| &member.shape),
                };
                if let Some(shape) = shape {
                    records.add(&member.ty, shape);
                }
            }
        }
        records
    }

    /// Adds a shape that was seen at a place with a type in the contract.
    pub fn add(&mut self, ty: &'c Type, shape: &Shape) {
        match ty {
            Type::List(item) => {
                if let Some(shape) = &shape.item {
                    self.add(item, shape);
                }
            }
            Type::Record(name) => self.add_record(name, shape),
            _ => {}
        }
    }

    /// Adds the shape of objects that are records with this name.
    pub fn add_record(&mut self, name: &'c str, shape: &Shape) {
        self.seen.entry(name).or_default().merge(shape);
        let documented = self.contract.record(name);
        for field in documented.into_iter().flat_map(|record| &record.fields) {
            let is_own = field.added_by.is_none() && field.ty.record() != Some(name);
            if let Some(member) = shape.member(&field.wire).filter(|_| is_own) {
                self.add(&field.ty, &member.shape);
            }
        }
    }

    pub fn seen(&self, name: &str) -> Option<&Shape> {
        self.seen.get(name).filter(|shape| shape.object.count > 0)
    }

    /// The record type of the objects; `None` if no record type fits, or several do.
    pub fn record_of(&self, shape: &Shape, about: &[&str]) -> Option<&'c str> {
        let fitting = |is_seen: bool| {
            let records = self.contract.records().map(|record| record.name.as_str());
            let mut fits = records.filter(move |name| {
                self.seen(name).is_some() == is_seen && self.fits(name, shape, about.contains(name))
            });
            let first = fits.next();
            first.filter(|_| fits.next().is_none())
        };
        fitting(true).or_else(|| fitting(false))
    }

    /// Whether the objects can be records with this name. Records that the operation is about may have further members.
    fn fits(&self, name: &str, shape: &Shape, is_expected: bool) -> bool {
        let Some(record) = self.contract.record(name) else { return false };
        let own = || record.fields.iter().filter(|field| field.added_by.is_none());
        let stated = own().filter(|field| field.present.stated() == Some(&true));
        let mut required: BTreeSet<&str> = stated.map(|field| field.wire.as_str()).collect();
        let mut known: BTreeSet<&str> = own().map(|field| field.wire.as_str()).collect();
        let seen = self.seen(name);
        for member in seen.into_iter().flat_map(|seen| &seen.members) {
            known.insert(&member.name);
            if member.absent.count == 0 {
                required.insert(&member.name);
            }
        }
        let is_closed =
            seen.is_some() && !is_expected || record.further_members.stated() == Some(&false);
        let has = |name: &&str| shape.member(name).is_some_and(|it| it.absent.count == 0);
        let agrees = |member: &Member| {
            let before = seen.and_then(|seen| seen.member(&member.name));
            before.is_none_or(|before| are_alike(&before.shape, &member.shape))
        };
        // One common member is not enough to recognise a record.
        shape.object.count > 0
            && required.len() >= 2
            && required.iter().all(has)
            && shape.members.iter().all(|member| {
                (!is_closed || known.contains(member.name.as_str())) && agrees(member)
            })
    }

    /// The type of the values, in the form of a contract.
    pub fn type_of(&mut self, shape: &Shape, owner: &Owner<'c>) -> Json {
        let word = match shape.kind() {
            Some(Kind::Boolean) => "boolean",
            Some(Kind::Text) => "string",
            Some(Kind::Time) => "timestamp",
            Some(Kind::Whole) if shape.different() >= ENOUGH_NUMBERS => "integer",
            Some(Kind::Number) => "number",
            Some(Kind::List(item)) => {
                let item = self.type_of(item, owner);
                let is_known = item.text() != Some(NOT_SHOWN);
                return if is_known { Json::List(vec![item]) } else { item };
            }
            Some(Kind::Object) => return self.record_type(shape, owner),
            Some(Kind::Whole) | None => NOT_SHOWN,
        };
        text(word)
    }

    fn record_type(&mut self, shape: &Shape, owner: &Owner<'c>) -> Json {
        if let Some(name) = self.record_of(shape, &owner.about) {
            return text(name);
        }
        if shape.members.is_empty() {
            return text(NOT_SHOWN);
        }
        let mut name = owner.name.clone();
        while self.contract.record(&name).is_some() {
            name.push_str("Seen");
        }
        let fields = self.fields(shape, shape.members.iter(), owner, None);
        let added = AddedRecord { resource: owner.resource.clone(), fields };
        self.added.insert(name.clone(), added);
        text(&name)
    }

    /// The members, in the form of a contract.
    pub fn fields<'m>(
        &mut self,
        objects: &Shape,
        members: impl Iterator<Item = &'m Member>,
        owner: &Owner<'c>,
        identified_by: Option<&str>,
    ) -> Json {
        let mut fields = Vec::new();
        let mut taken = BTreeSet::new();
        let records = different(objects);
        for member in members {
            let mut name = snake_case(&member.name);
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            let within = Owner {
                resource: owner.resource.clone(),
                name: format!("{}{}", owner.name, pascal_case(&member.name)),
                about: Vec::new(),
            };
            let mut field = Vec::new();
            if name != member.name {
                field.push(("wire_name", text(&member.name)));
            }
            let ty = self.type_of(&member.shape, &within);
            let is_identifier = identified_by == Some(member.name.as_str());
            let is_text = ty.text() == Some("string");
            field.push(("type", ty));
            if is_identifier && is_text {
                field.push(("format", text("identifier")));
            }
            field.push(("present", known(is_present(objects, Some(member)))));
            field.push(("nullable", known(is_nullable(&member.shape, is_identifier, records))));
            fields.push((name, map(field)));
        }
        Json::Map(fields)
    }
}

/// Whether a member is always there; `None` if too few objects were seen.
pub fn is_present(objects: &Shape, member: Option<&Member>) -> Option<bool> {
    let is_always = member.is_some_and(|member| member.absent.count == 0);
    match objects.object.count {
        0 => None,
        _ if !is_always => Some(false),
        count => (count >= ENOUGH_OBJECTS).then_some(true),
    }
}

/// Whether a member may be null; `None` if too few records were seen. A member that identifies a record is never null.
pub fn is_nullable(shape: &Shape, is_identifier: bool, records: usize) -> Option<bool> {
    match shape.values().count {
        _ if shape.null.count > 0 => Some(true),
        0 => None,
        _ => (is_identifier || records >= ENOUGH_RECORDS).then_some(false),
    }
}

/// A lower bound for the number of different records among the objects: the maximum number of different values of a
/// member.
pub fn different(objects: &Shape) -> usize {
    let always = |member: &&Member| member.absent.count == 0 && member.shape.null.count == 0;
    let members = objects.members.iter().filter(always);
    members.map(|member| member.shape.different()).max().unwrap_or_default()
}

/// Whether two shapes can be of the same member, because their values have the same types.
fn are_alike(one: &Shape, other: &Shape) -> bool {
    let kinds = |shape: &Shape| shape.by_kind().map(|(kind, _)| kind).collect::<Vec<_>>();
    let (one, other) = (kinds(one), kinds(other));
    one.is_empty() || other.is_empty() || one == other
}

pub fn text(text: &str) -> Json {
    Json::Text(text.to_owned())
}

pub fn known(value: Option<bool>) -> Json {
    value.map_or_else(|| text(NOT_SHOWN), Json::Bool)
}

pub fn map(members: Vec<(&str, Json)>) -> Json {
    Json::Map(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// Converts a name to snake case: lower-case letters, digits and underscores, starting with a letter.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        match letter {
            'a'..='z' | '0'..='9' => snake.push(letter),
            'A'..='Z' => {
                if snake.ends_with(|last: char| last.is_ascii_lowercase() || last.is_ascii_digit())
                {
                    snake.push('_');
                }
                snake.push(letter.to_ascii_lowercase());
            }
            _ if snake.ends_with('_') => {}
            _ => snake.push('_'),
        }
    }
    let plain = snake.trim_matches('_');
    let is_name = plain.starts_with(|first: char| first.is_ascii_lowercase());
    if is_name {
        plain.to_owned()
    } else {
        format!("member_{plain}").trim_end_matches('_').to_owned()
    }
}

pub fn pascal_case(name: &str) -> String {
    let name = snake_case(name);
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::observed::shape::Place;

    #[test]
    fn bodies_that_the_overlay_answers_show_records() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
        let (files, _) = spec::read_folder(&root.join("contract"));
        let (overlay, _) = spec::read_overlay(&root.join("overlays/reference.yaml"));
        let contract = spec::load(&files, overlay.as_ref()).contract.unwrap();
        let mut evidence = Evidence::default();
        let bodies = evidence.bodies.entry("get_subscriber".to_owned()).or_default();
        let body = Json::parse(br#"{"subscriber":{"id":"a"}}"#).unwrap();
        bodies.json.add(&body, Place { trace: 0, exchange: 1 });
        let records = Records::documented(&contract, &evidence);
        assert!(records.seen("Subscriber").unwrap().member("id").is_some());
    }

    #[test]
    fn names_are_fit_for_code() {
        for (wire, name, record) in [
            ("due_at", "due_at", "DueAt"),
            ("dueAt", "due_at", "DueAt"),
            ("_links", "links", "Links"),
            ("x-y", "x_y", "XY"),
            ("2nd", "member_2nd", "Member2nd"),
            ("é", "member", "Member"),
        ] {
            assert_eq!((snake_case(wire).as_str(), pascal_case(wire).as_str()), (name, record));
        }
    }
}
