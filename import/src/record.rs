//! Records with their members.

use std::collections::{BTreeMap, BTreeSet};

use crate::left_out::{LeftOut, Reason};
use crate::member::Member;
use crate::names::{Names, is_member, snake};
use crate::records::{Declared, Records, Usage};
use crate::write::{Map, Out};

/// A record of the draft.
#[derive(Clone, Debug)]
pub struct Record {
    pub declared: Declared,
    pub fields: Vec<Field>,
    /// The wire name of the member that identifies it.
    pub identified_by: Option<String>,
    /// A member that may identify it.
    pub suggested: Option<String>,
}

/// A member of a record.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub wire: String,
    /// JSON pointer into the document.
    pub at: String,
    pub member: Member,
    pub is_present: bool,
    pub is_nullable: bool,
    pub description: Option<String>,
}

/// Reads the members of all records that were declared, and of those that they declare.
pub fn finish<'d>(records: &mut Records<'d>) -> Vec<Record> {
    let mut all = Vec::new();
    while let Some((schema, usage, declared)) = records.next() {
        records.resource.clone_from(&declared.resource);
        let mut fields = Vec::new();
        let mut names = Names::default();
        let object = schema.object().cloned().unwrap_or_default();
        for (wire, node) in &object.members {
            let schema = records.schema(node);
            let hidden = if usage == Usage::Sent { "readOnly" } else { "writeOnly" };
            if schema.is_true(hidden) {
                continue;
            }
            if !is_member(wire) {
                records.left_out.push(node.left_out(Reason::Name, reader::quoted(wire)));
                continue;
            }
            let member = Member::read(
                records,
                &schema,
                &format!("{} {wire}", declared.name),
                usage_of_members(usage),
            );
            records.left_out.extend(member.lost.iter().cloned());
            records.deprecated(&schema);
            fields.push(Field {
                name: names.claim(snake(wire), "_"),
                wire: (*wire).to_owned(),
                at: node.at.clone(),
                member,
                is_present: object.required.contains(wire),
                is_nullable: schema.nullable,
                description: schema.text("description").map(str::to_owned),
            });
        }
        all.push(Record { declared, fields, identified_by: None, suggested: None });
    }
    cut_circles(&mut all, &mut records.left_out);
    all
}

/// Removes requirements by which a record would require itself.
fn cut_circles(all: &mut [Record], left_out: &mut Vec<LeftOut>) {
    let needs = |field: &Field| {
        let is_needed = field.is_present && !field.is_nullable && !field.member.is_list;
        field.member.record.clone().filter(|_| is_needed)
    };
    let mut edges: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for record in &*all {
        edges
            .insert(record.declared.name.clone(), record.fields.iter().filter_map(needs).collect());
    }
    for record in all {
        for field in &mut record.fields {
            let Some(needed) = needs(field) else { continue };
            if !reaches(&edges, &needed, &record.declared.name) {
                continue;
            }
            let what = format!("{}.{}", record.declared.name, field.wire);
            let (reason, at) = (Reason::RecordOfItself, field.at.clone());
            left_out.push(LeftOut { reason, at, what: what.clone() });
            let note = format!("{what} makes the record require itself.");
            field.member.keys = Map::default().with("type", Out::not_shown(note));
            field.member.record = None;
            if let Some(all) = edges.get_mut(&record.declared.name) {
                all.retain(|other| *other != needed);
            }
        }
    }
}

/// The records that have a member whose accepted values are not stated, in the record itself or in a nested record.
pub fn open(all: &[Record]) -> BTreeSet<String> {
    let mut open = BTreeSet::new();
    loop {
        let before = open.len();
        for record in all {
            let is_open = |field: &Field| {
                let within = field.member.record.as_ref();
                !field.member.lost.is_empty() || within.is_some_and(|name| open.contains(name))
            };
            if record.fields.iter().any(is_open) {
                open.insert(record.declared.name.clone());
            }
        }
        if open.len() == before {
            return open;
        }
    }
}
fn usage_of_members(usage: Usage) -> Usage {
    if usage == Usage::Sent { Usage::Sent } else { Usage::Shown }
}

fn reaches(edges: &BTreeMap<String, Vec<String>>, from: &str, to: &str) -> bool {
    let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(name) = next.pop() {
        if name == to {
            return true;
        }
        if seen.insert(name) {
            next.extend(edges.get(name).into_iter().flatten().map(String::as_str));
        }
    }
    false
}

impl Record {
    /// Its entry in the file of its resource.
    pub fn write(&self) -> Map {
        let mut map = Map::default();
        if let Some(source) = &self.declared.source {
            map.push("source", Out::text(source));
        }
        if let Some(description) =
            self.declared.description.as_ref().filter(|text| !text.trim().is_empty())
        {
            map.push("description", Out::text(description));
        }
        if let (Some(member), None) = (&self.suggested, &self.identified_by) {
            map.comment(format!("If `{member}` identifies it, write `identified_by: {member}`."));
        }
        map.push(
            "identified_by",
            match &self.identified_by {
                Some(member) => Out::text(member),
                None => Out::word("none"),
            },
        );
        if self.declared.is_closed {
            map.push("further_members", Out::word(false));
        }
        let fields = self.fields.iter();
        let fields = fields.map(|field| {
            (field.name.clone(), Out::Map(field.write(self.identified_by.as_deref())))
        });
        map.with(
            "fields",
            Out::Map(fields.fold(Map::default(), |map, (key, value)| map.with(key, value))),
        )
    }
}

impl Field {
    fn write(&self, identifier: Option<&str>) -> Map {
        let mut map = Map::default();
        if self.wire != self.name {
            map.push("wire_name", Out::Text(self.wire.clone()));
        }
        let mut keys = self.member.keys.clone();
        if identifier == Some(&self.wire) && self.is_plain_text() {
            keys = Map::default()
                .with("type", Out::word("string"))
                .with("format", Out::word("identifier"));
        }
        map.extend(keys);
        map.push("present", Out::word(self.is_present));
        map.push("nullable", Out::word(self.is_nullable));
        if let Some(text) = self.description.as_ref().filter(|text| !text.trim().is_empty()) {
            map.push("description", Out::text(text));
        }
        map
    }

    /// Whether it is a single text.
    pub fn is_plain_text(&self) -> bool {
        self.is_of_type("string")
    }

    /// Whether the draft would state more about the text than that it is an identifier.
    pub fn is_refined(&self) -> bool {
        let keys = ["format", "values", "pattern", "min_length", "max_length"];
        self.is_plain_text() && keys.iter().any(|key| self.member.keys.has(key))
    }

    /// Whether it is a single value of a plain type.
    pub fn is_of_type(&self, word: &str) -> bool {
        !self.member.is_list && self.member.keys.word("type") == Some(word)
    }
}
