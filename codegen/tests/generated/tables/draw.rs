//! Random values of the types of a contract, as JSON text, deterministic.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use spec::{
    Body, Contract, Field, Format, Identifier, InputField, Operation, PageFact, Record, Slot, Type,
};

/// A JSON number of any length.
const NUMBER: &str = r"-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,12})?([eE][+-]?[0-9]{1,3})?";

/// A timestamp of every documented form.
const TIMESTAMP: &str = r"20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])";

/// Text of any characters; a text with `@` is an e-mail address where an input accepts either.
const TEXT: &str = r#"[\PC\n\t"\\/@]{1,12}"#;

pub struct Draw<'c> {
    contract: &'c Contract,
    runner: TestRunner,
}

impl<'c> Draw<'c> {
    pub fn new(contract: &'c Contract) -> Self {
        Self { contract, runner: TestRunner::deterministic() }
    }

    /// Several texts, each on one line.
    pub fn many(&mut self, count: usize, mut one: impl FnMut(&mut Self) -> String) -> Vec<String> {
        (0..count).map(|_| one(self)).collect()
    }

    fn one<S: Strategy>(&mut self, strategy: S) -> S::Value {
        strategy.new_tree(&mut self.runner).expect("a value").current()
    }

    fn text(&mut self, pattern: &str) -> String {
        self.one(proptest::string::string_regex(pattern).expect("a pattern"))
    }

    fn chance(&mut self) -> bool {
        self.one(any::<bool>())
    }

    /// An object of the record, with limited nesting.
    pub fn record(&mut self, record: &Record, depth: usize) -> String {
        let mut members = BTreeMap::new();
        for field in &record.fields {
            if let Some(value) = self.member(record, field, depth) {
                members.insert(field.wire.clone(), value);
            }
        }
        if record.further_members.value() != Some(&false) && self.chance() {
            let name = format!("x {}", self.text(TEXT));
            members.insert(name, self.any_json(2));
        }
        object(members)
    }

    /// A member, possibly omitted, `null` or of another type, where that is allowed.
    fn member(&mut self, record: &Record, field: &Field, depth: usize) -> Option<String> {
        let required = known(&field.present) && field.nullable.value() == Some(&false);
        let deep = depth > 2 && field.ty.record().is_some();
        if !required && (deep || self.chance()) {
            return self.chance().then(|| "null".to_owned());
        }
        let exampled = field.evidence != spec::Evidence::Stated && !required;
        let open = record.further_members.value() != Some(&false);
        if exampled && open && self.contract.overlay.is_none() && self.chance() {
            return Some(self.any_json(1));
        }
        Some(self.value(&field.ty, depth + 1))
    }

    /// A value of the type.
    fn value(&mut self, ty: &Type, depth: usize) -> String {
        match ty {
            Type::Enumeration(values) if self.chance() => {
                let at = self.one(0..values.len());
                quoted(&values[at])
            }
            Type::Text(_) | Type::Enumeration(_) => quoted(&self.text(TEXT)),
            Type::Integer | Type::UnixTime => self.one(any::<i64>()).to_string(),
            Type::Date => quoted("2026-01-31"),
            Type::Json => self.any_json(2),
            Type::Map(item) => format!("{{\"a\":{}}}", self.value(item, depth)),
            Type::Number => self.text(NUMBER),
            Type::Boolean => self.chance().to_string(),
            // A timestamp that is read may be of any form.
            Type::Timestamp(_) if self.chance() => quoted(&self.text(TEXT)),
            Type::Timestamp(_) => quoted(&self.text(TIMESTAMP)),
            Type::Unknown(_) => self.any_json(2),
            Type::List(_) if depth > 3 => "[]".to_owned(),
            Type::List(item) => {
                let count = self.one(0_usize..3);
                let items = self.many(count, |draw| draw.value(item, depth));
                format!("[{}]", items.join(","))
            }
            Type::Record(name) => {
                let record = self.contract.record(name).expect("every name is known");
                self.record(record, depth)
            }
        }
    }

    /// Any JSON but `null`.
    fn any_json(&mut self, depth: usize) -> String {
        match self.one(0..if depth > 0 { 5 } else { 3 }) {
            0 => quoted(&self.text(TEXT)),
            1 => self.text(NUMBER),
            2 => self.chance().to_string(),
            3 => format!("[{},null]", self.any_json(depth - 1)),
            _ => object(BTreeMap::from([(self.text(TEXT), self.any_json(depth - 1))])),
        }
    }

    /// The body of a success.
    pub fn body(&mut self, operation: &Operation, body: &Body) -> String {
        if let Body::Bare(body) = body {
            return self.value(&body.ty, 0);
        }
        let mut drawn = BTreeMap::new();
        let paging = operation.paging.as_ref().and_then(Slot::value);
        if let Some(paging) = paging {
            let about = paging.members.iter().map(|member| {
                let value = match member.says {
                    Some(PageFact::More) => self.chance().to_string(),
                    Some(PageFact::Next) => quoted(&self.text(TEXT)),
                    _ => self.one(0_u32..1000).to_string(),
                };
                (member.wire.clone(), value)
            });
            let about: BTreeMap<_, _> = about.collect();
            match &paging.meta {
                Some(meta) => drawn.extend([(meta.clone(), object(about))]),
                None => drawn.extend(about),
            }
        }
        for member in body.members() {
            drawn.insert(member.wire.clone(), self.value(&member.ty, 0));
        }
        object(drawn)
    }

    /// A request: decoded texts of path and query, and its body.
    pub fn request(&mut self, operation: &Operation) -> String {
        let mut path = BTreeMap::new();
        for parameter in &operation.path_parameters {
            path.insert(parameter.name.clone(), quoted(&self.address(&parameter.identifiers)));
        }
        let mut query = BTreeMap::new();
        for parameter in &operation.query {
            if parameter.required || self.chance() {
                let text = self.query(&parameter.ty, parameter.several.is_some());
                query.insert(parameter.name.clone(), text);
            }
        }
        let paging = operation.paging.as_ref().and_then(Slot::value);
        if let Some(selection) = paging.and_then(|paging| paging.selection.value()) {
            for parameter in selection.parameters() {
                query.insert(parameter.wire.clone(), quoted(&self.one(1_u32..20).to_string()));
            }
        }
        let mut body = BTreeMap::new();
        for member in &operation.body {
            if member.required || self.chance() {
                body.insert(member.wire.clone(), self.input(member));
            }
        }
        let parts = [("path", path), ("query", query), ("body", body)];
        object(parts.map(|(name, part)| (name.to_owned(), object(part))).into())
    }

    fn address(&mut self, ways: &[Identifier]) -> String {
        if ways.contains(&Identifier::Email) && self.chance() {
            self.text("[a-z+']{1,8}@[a-z]{1,8}\\.example")
        } else {
            format!("id{}", self.text(TEXT))
        }
    }

    fn input(&mut self, member: &InputField) -> String {
        match (&member.record, member.several) {
            (Some(_), _) => quoted(&self.address(&member.identifiers)),
            (None, true) => quoted(&self.list()),
            (None, false) if member.ty == Type::Text(Some(Format::Email)) => {
                quoted(&self.address(&[Identifier::Email]))
            }
            (None, false) => self.value(&member.ty, 0),
        }
    }

    /// The text of a parameter of the query.
    fn query(&mut self, ty: &Type, several: bool) -> String {
        let text = match ty {
            _ if several => self.list(),
            Type::Integer => self.one(any::<i64>()).to_string(),
            Type::Number => self.text(NUMBER),
            Type::Boolean => self.chance().to_string(),
            Type::Timestamp(_) => self.text(TIMESTAMP),
            _ => self.text(TEXT),
        };
        quoted(&text)
    }

    /// Values with commas between them.
    fn list(&mut self) -> String {
        let count = self.one(1_usize..4);
        self.many(count, |draw| draw.text("[a-z&+=%ü]{1,6}")).join(",")
    }
}

fn known(slot: &Slot<bool>) -> bool {
    slot.value() == Some(&true)
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn object(members: BTreeMap<String, String>) -> String {
    let members = members.iter().map(|(name, value)| format!("{}:{value}", quoted(name)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}
