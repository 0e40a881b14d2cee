//! Builds the request of a step: the contract's minimal valid request with the scenario's changes.

use std::borrow::Cow;
use std::collections::BTreeMap;

use conformance_model::{key_place, values};
use spec::{Constraints, Contract, InputField, InputPart, InputRef, KeyPlace, Operation, Type};

use super::bindings::{Bindings, plain};
use super::minimal_value::MinimalValue;
use crate::contract;
use crate::exchange::Request;
use crate::json::{Json, floor};
use crate::query_string::sent_pairs;
use crate::request_path::{encoded_path, percent_encode, request_path};
use crate::scenario::{self, Inputs, KeyChoice, Spelling, Value};

const CONTENT_TYPE: &str = "Content-Type";

pub(super) struct RequestBuilder<'a> {
    pub(super) contract: &'a Contract,
    pub(super) operation: &'a Operation,
    pub(super) key: &'a KeyChoice,
    pub(super) spelling: Spelling,
    pub(super) index: usize,
    pub(super) bindings: &'a Bindings<'a>,
}

impl RequestBuilder<'_> {
    /// The request with these inputs; `None` if it needs a value that an earlier response lacks. `page` has the
    /// query parameters that select a page.
    pub(super) fn request(&self, inputs: &Inputs, page: &[(&str, String)]) -> Option<Request> {
        let value = |name: &str| self.text(input_value(inputs, InputPart::Path, name)?);
        let mut target = if self.spelling.escaped {
            encoded_path(self.operation, |name| Some(scenario::escaped(&value(name)?)))?
        } else {
            request_path(self.operation, value)?
        };
        target.push_str(&self.query(inputs, page)?);
        let body = self.body(inputs)?;
        let mut headers = Vec::new();
        for (at, value) in inputs.set.iter().filter(|(at, _)| at.part == InputPart::Header) {
            headers.push((at.name.clone(), self.text(value)?));
        }
        let media_type = self.spelling.media_type.filter(|_| body.is_some());
        headers.extend(
            media_type.map(|spelled| (CONTENT_TYPE.to_owned(), spelled.value().to_owned())),
        );
        let mut request = Request { method: self.operation.method, target, headers, body };
        self.put_key(&mut request)?;
        Some(request)
    }

    /// The query string with its question mark, or an empty string.
    fn query(&self, inputs: &Inputs, page: &[(&str, String)]) -> Option<String> {
        let mut pairs = BTreeMap::new();
        for query in self.operation.query.iter().filter(|query| query.required) {
            let documented = query.values.first().map(|value| value.wire.clone());
            let at = InputRef::new(InputPart::Query, &query.name);
            let is_sent = inputs.set.contains_key(&at) || inputs.without.contains(&at);
            let value = match documented {
                Some(value) => value,
                None if is_sent => continue,
                None => match values::counts_in_query(query).0.first() {
                    Some(Value::Text(text)) => text.to_string(),
                    _ => plain(&self.minimal(&query.ty, &query.constraints)?).into_owned(),
                },
            };
            pairs.insert(query.name.as_str(), value);
        }
        for (at, value) in inputs.set.iter().filter(|(at, _)| at.part == InputPart::Query) {
            let mut known = self.operation.query.iter();
            let is_whole = known.any(|query| query.name == at.name && query.ty == Type::Integer);
            let text = self.text(value)?;
            // A referenced response may contain a fraction.
            let whole = if is_whole && !is_literal(value) { floor(&text) } else { None };
            pairs.insert(&at.name, whole.unwrap_or(text));
        }
        for (name, value) in page {
            pairs.entry(name).or_insert_with(|| value.clone());
        }
        pairs.retain(|name, _| !is_without(inputs, InputPart::Query, name));
        let pairs = pairs.iter();
        let pairs = pairs.flat_map(|(name, text)| sent_pairs(self.operation, name, text));
        let pairs: Vec<_> = pairs
            .map(|(key, value)| format!("{}={}", self.query_part(&key), self.query_part(value)))
            .collect();
        Some(if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) })
    }

    fn query_part<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.spelling.query_escaped {
            scenario::escaped(text).into()
        } else {
            percent_encode(text)
        }
    }

    /// `Some(None)` for an operation that takes no body.
    fn body(&self, inputs: &Inputs) -> Option<Option<String>> {
        if self.operation.body.is_empty() {
            return Some(None);
        }
        let members = self.members(&self.operation.body, inputs)?;
        Some(Some(match self.spelling.body {
            Some(spelling) => spelling.write(members),
            None => Json::Map(members).to_string(),
        }))
    }

    /// The members of the body, or of an object in it, that are sent.
    fn members(&self, fields: &[InputField], inputs: &Inputs) -> Option<Vec<(String, Json)>> {
        let mut members = Vec::new();
        for field in fields {
            let is_within = |at: &&InputRef| {
                at.is_within(&InputRef::new(InputPart::Body, &field.wire)) && field.is_object()
            };
            let value = match input_value(inputs, InputPart::Body, &field.wire) {
                _ if is_without(inputs, InputPart::Body, &field.wire) => continue,
                Some(value) => self.bindings.typed(value, &field.ty, self.index)?,
                None if inputs.set.keys().chain(&inputs.without).any(|at| is_within(&at)) => {
                    Json::Map(self.members(&field.members, inputs)?)
                }
                None if field.required => {
                    MinimalValue { is_unique: field.unique, ..self.minimal_value() }.of(
                        &field.ty,
                        &field.constraints,
                        &[],
                    )?
                }
                None => continue,
            };
            members.push((field.own_name().to_owned(), value));
        }
        Some(members)
    }

    fn minimal_value(&self) -> MinimalValue<'_> {
        let Self { contract, bindings, index, .. } = *self;
        MinimalValue { contract, bindings, step: index, is_unique: false }
    }

    fn minimal(&self, ty: &Type, constraints: &Constraints) -> Option<Json> {
        self.minimal_value().of(ty, constraints, &[])
    }

    fn text(&self, value: &Value) -> Option<String> {
        match value {
            Value::Json(json) => Some(plain(json).into_owned()),
            Value::Text(text) => self.bindings.fill(text, self.index),
        }
    }

    /// Puts the key in its place; `None` if it cannot be made.
    fn put_key(&self, request: &mut Request) -> Option<()> {
        let Some(place) = self.contract.service.key_place() else { return Some(()) };
        let Some(key) = self.key(place)? else { return Some(()) };
        key_place::put(place, &key, request);
        let case = self
            .spelling
            .header
            .filter(|_| matches!(place, KeyPlace::Header(_) | KeyPlace::Bearer));
        for (name, _) in &mut request.headers {
            if place.header().is_some_and(|own| own == name)
                && let Some(case) = case
            {
                *name = case.spell(name);
            }
        }
        Some(())
    }

    /// The key; `Some(None)` if none is sent.
    fn key(&self, place: &KeyPlace) -> Option<Option<String>> {
        let keys = &self.bindings.settings.keys;
        let usual = contract::usual_key(self.contract).and_then(|kind| keys.get(kind));
        let beside = |other: &str| scenario::beside(place, usual.map_or("", |key| key), other);
        Some(match self.key {
            KeyChoice::Absent | KeyChoice::Default => None,
            KeyChoice::Empty if *place == KeyPlace::Basic => Some(beside("")),
            KeyChoice::Empty => Some(String::new()),
            KeyChoice::Blank if *place == KeyPlace::Basic => Some(beside("  ")),
            KeyChoice::Blank => Some("  ".to_owned()),
            KeyChoice::Invalid => Some(beside(&self.unknown_key())),
            KeyChoice::Kind(kind) => keys.get(kind).cloned(),
            KeyChoice::Changed(change, kind) => match keys.get(kind) {
                Some(key) => Some(change.apply(place, key, &self.unknown_key())?),
                None => None,
            },
        })
    }

    fn unknown_key(&self) -> String {
        format!("invalid-{}", self.bindings.unique(self.index))
    }
}

/// Whether a value is sent exactly as written.
fn is_literal(value: &Value) -> bool {
    value.text().is_none_or(|text| text.literal().is_some())
}

/// The value that the step sets for an input. A linear search, because there are few.
fn input_value<'w>(inputs: &'w Inputs, part: InputPart, name: &str) -> Option<&'w Value> {
    let mut set = inputs.set.iter();
    set.find_map(|(at, value)| (at.part == part && at.name == name).then_some(value))
}

fn is_without(inputs: &Inputs, part: InputPart, name: &str) -> bool {
    inputs.without.iter().any(|at| at.part == part && at.name == name)
}
