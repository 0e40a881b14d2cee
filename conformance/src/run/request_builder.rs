//! From a step to the request that is sent: the minimal valid one of the contract, with what the
//! scenario says otherwise.

use std::collections::BTreeMap;

use spec::{Contract, InputPart, InputRef, Operation, Type};

use super::bindings::Bindings;
use super::minimal_value;
use crate::exchange::Request;
use crate::json::{Json, floor};
use crate::request_path::{encoded_path, percent_encode, request_path};
use crate::scenario::{self, Inputs, KeyChoice, Spelling, Value};

/// What a request is made of.
pub(super) struct RequestBuilder<'a> {
    pub(super) contract: &'a Contract,
    pub(super) operation: &'a Operation,
    pub(super) key: &'a KeyChoice,
    pub(super) spelling: Spelling,
    pub(super) index: usize,
    pub(super) bindings: &'a Bindings<'a>,
    pub(super) keys: &'a BTreeMap<String, String>,
}

impl RequestBuilder<'_> {
    /// The request for one way to make the call; `None` if an earlier answer did not tell what it
    /// needs. `page` asks for a page.
    pub(super) fn request(&self, way: &Inputs, page: Option<(&str, u32)>) -> Option<Request> {
        let value = |name: &str| self.text(set(way, InputPart::Path, name)?);
        let mut target = match self.spelling.escaped {
            true => encoded_path(self.operation, |name| {
                Some(scenario::escaped(&value(name)?))
            }),
            false => request_path(self.operation, value),
        }?;
        target.push_str(&self.query(way, page)?);
        Some(Request {
            method: self.operation.method,
            target,
            headers: self.key(),
            body: self.body(way)?,
        })
    }

    /// Begins with its question mark; empty where there is nothing to ask.
    fn query(&self, way: &Inputs, page: Option<(&str, u32)>) -> Option<String> {
        let mut pairs = BTreeMap::new();
        for query in self.operation.query.iter().filter(|query| query.required) {
            let documented = query.values.first().map(|value| value.wire.clone());
            let made = || {
                plain(&minimal_value::minimal_value(
                    &query.ty,
                    self.bindings,
                    self.index,
                ))
            };
            pairs.insert(query.name.as_str(), documented.unwrap_or_else(made));
        }
        for (at, value) in way.set.iter().filter(|(at, _)| at.part == InputPart::Query) {
            let mut known = self.operation.query.iter();
            let is_whole = known.any(|query| query.name == at.name && query.ty == Type::Integer);
            let text = self.text(value)?;
            // An answer may have told a fraction.
            let whole = floor(&text).filter(|_| is_whole && !is_literal(value));
            pairs.insert(&at.name, whole.unwrap_or(text));
        }
        if let Some((name, number)) = page {
            pairs.entry(name).or_insert_with(|| number.to_string());
        }
        let mut query = String::new();
        for (name, value) in pairs {
            if !is_without(way, InputPart::Query, name) {
                query.push(if query.is_empty() { '?' } else { '&' });
                query.push_str(&percent_encode(name));
                query.push('=');
                query.push_str(&percent_encode(&value));
            }
        }
        Some(query)
    }

    /// `Some(None)` for an operation that takes no body.
    fn body(&self, way: &Inputs) -> Option<Option<String>> {
        if self.operation.body.is_empty() {
            return Some(None);
        }
        let mut members = Vec::new();
        for field in &self.operation.body {
            let value = match set(way, InputPart::Body, &field.wire) {
                _ if is_without(way, InputPart::Body, &field.wire) => continue,
                Some(value) => self.json(value, &field.ty)?,
                None if field.required => {
                    minimal_value::minimal_value(&field.ty, self.bindings, self.index)
                }
                None => continue,
            };
            members.push((field.wire.clone(), value));
        }
        Some(Some(Json::Map(members).to_string()))
    }

    fn json(&self, value: &Value, ty: &Type) -> Option<Json> {
        self.bindings.typed(value, ty, self.index)
    }

    fn text(&self, value: &Value) -> Option<String> {
        match value {
            Value::Json(json) => Some(plain(json)),
            Value::Text(text) => self.bindings.fill(text, self.index),
        }
    }

    fn key(&self) -> Vec<(String, String)> {
        let key = match self.key {
            KeyChoice::Absent => None,
            KeyChoice::Invalid => Some(self.nobodys_key()),
            KeyChoice::Kind(kind) => self.keys.get(kind).cloned(),
            // Long enough that nobody takes it for padding.
            KeyChoice::Lengthened(kind) => {
                let key = self.keys.get(kind);
                key.map(|key| format!("{key}-{}", self.nobodys_key()))
            }
        };
        let name = &self.contract.service.auth.header;
        let name = match self.spelling.header {
            Some(case) => case.spell(name),
            None => name.clone(),
        };
        key.map(|key| (name, key)).into_iter().collect()
    }

    fn nobodys_key(&self) -> String {
        format!("invalid-{}", self.bindings.unique(self.index))
    }
}

/// Whether a value is sent just as it is written.
fn is_literal(value: &Value) -> bool {
    value.text().is_none_or(|text| text.literal().is_some())
}

/// What a way sets an input to. There are few, so that to look through them is quicker than to ask by name.
fn set<'w>(way: &'w Inputs, part: InputPart, name: &str) -> Option<&'w Value> {
    let mut set = way.set.iter();
    set.find_map(|(at, value)| is(at, part, name).then_some(value))
}

fn is_without(way: &Inputs, part: InputPart, name: &str) -> bool {
    way.without.iter().any(|at| is(at, part, name))
}

fn is(at: &InputRef, part: InputPart, name: &str) -> bool {
    at.part == part && at.name == name
}

fn plain(value: &Json) -> String {
    value
        .text()
        .map_or_else(|| value.to_string(), str::to_owned)
}
