//! Examples of requests and responses: the same contract makes the same examples.
//!
//! A member of an unknown type has the value of the request that creates the record, or else is left out.

pub mod value;

use serde_yaml::Value;
use spec::{
    Body, Constraints, Contract, Echo, ErrorCase, Identifier, InputField, InputPart, InputRef,
    Operation, PageFact, PageParameter, Paging, PathValue, QueryParameter, Several, Slot, Type,
    ValueSource,
};

use super::map::Map;
use value::{Values, fit, identifier, several};

/// Makes examples for one operation; an input has the same value everywhere.
#[derive(Clone, Copy)]
pub struct Examples<'c> {
    pub contract: &'c Contract,
    pub operation: &'c Operation,
}

impl<'c> Examples<'c> {
    /// A request body of the chosen members.
    pub fn body(&self, chosen: impl Fn(&InputField) -> bool) -> Map {
        let fields = self.operation.body.iter().filter(|field| chosen(field));
        fields.map(|field| (&field.wire, self.values().of_input(field))).collect()
    }

    fn values(&self) -> Values<'c> {
        Values { contract: self.contract }
    }

    /// A parameter of the query.
    pub fn query(&self, parameter: &'c QueryParameter) -> Value {
        let listed: Vec<_> = parameter.values.iter().map(|value| value.wire.as_str()).collect();
        let Constraints { min_items, max_items, .. } = parameter.constraints;
        match listed.first() {
            _ if parameter.several == Some(Several::Text) => {
                several(&parameter.name, &listed).into()
            }
            Some(_) if parameter.several.is_some() => {
                let count = min_items.unwrap_or_default().max(2).min(max_items.unwrap_or(2));
                listed.into_iter().take(count).map(Value::from).collect::<Vec<_>>().into()
            }
            None if parameter.several.is_some() => {
                let one = vec![self.one(parameter)].into();
                self.values().filled(one, &parameter.ty, &parameter.constraints)
            }
            Some(first) => Value::from(*first),
            None => self.one(parameter),
        }
    }

    /// One value of a parameter without listed values.
    fn one(&self, parameter: &'c QueryParameter) -> Value {
        let name = (parameter.name.as_str(), "");
        self.values().obeying(&parameter.constraints, name, &parameter.ty, &[])
    }

    /// The answer to a success, if its body is known and not empty.
    pub fn success(&self) -> Option<Value> {
        let members = match self.operation.success.body.value()? {
            Body::Empty => return None,
            Body::Bare(body) => {
                let mut shown = self.values().of_type(&body.wire, "", &body.ty, &[]);
                for echo in &self.operation.success.echoes {
                    self.echo(echo, Some(&mut shown));
                }
                return Some(shown);
            }
            Body::Envelope(members) => members,
        };
        let mut body: Map = members
            .iter()
            .map(|member| (&member.wire, self.values().of_type(&member.wire, "", &member.ty, &[])))
            .collect();
        for echo in &self.operation.success.echoes {
            self.echo(echo, body.get_mut(echo.member.as_str()));
        }
        if let Some(paging) = self.operation.paging.as_ref().and_then(Slot::value) {
            let members = page_members(paging).into_iter();
            body = match &paging.meta {
                Some(meta) => body.with(meta, members.collect::<Map>()),
                None => members.fold(body, |body, (wire, value)| body.with(wire, value)),
            };
        }
        Some(body.into())
    }

    /// Repeats a request value in a record of the answer.
    fn echo(&self, echo: &Echo, shown: Option<&mut Value>) {
        let (value, way) = self.input(&echo.from, "");
        if echo.when.is_some() && echo.when != way {
            return;
        }
        let (outer, own) = echo.field.rsplit_once('.').unwrap_or(("", &echo.field));
        let names = outer.split('.').filter(|name| !name.is_empty());
        let record = names.fold(shown, |record, name| record?.get_mut(name));
        if let Some(Value::Mapping(record)) = record {
            record.insert(own.into(), value);
        }
    }

    /// The message of a refusal, with request values; `None` if it has no message, or the document does not show the
    /// message.
    pub fn message(&self, case: &ErrorCase) -> Option<String> {
        let message = case.text()?.render(|hole| {
            let placeholder = case.placeholders.iter().find(|one| one.name.as_str() == hole);
            match placeholder.and_then(|one| one.sources.first()) {
                Some(ValueSource::Input(input)) => text(&self.input(input, hole).0),
                Some(ValueSource::Record { record, field }) => text(&self.of_member(record, field)),
                None => format!("{{{hole}}}"),
            }
        });
        Some(message)
    }

    /// The value of an input, and the identifier with which it addresses a record, if it does: the preferred one, or else
    /// the first.
    fn input(&self, input: &InputRef, preferred: &str) -> (Value, Option<Identifier>) {
        let address = |of: &str, ways: &[Identifier]| {
            let wanted = ways.iter().find(|way| way.name() == preferred);
            let way = *wanted.or(ways.first())?;
            Some((identifier(of, way), Some(way)))
        };
        let (name, operation) = (&input.name, self.operation);
        let found = match input.part {
            InputPart::Path => operation
                .path_parameters
                .iter()
                .find(|parameter| parameter.name == *name)
                .and_then(|parameter| address(&parameter.record, &parameter.identifiers))
                .or_else(|| {
                    let mut values = operation.path_values.iter();
                    Some((path_value(values.find(|value| value.name == *name)?), None))
                }),
            InputPart::Query => operation
                .query
                .iter()
                .find(|parameter| parameter.name == *name)
                .map(|parameter| (self.query(parameter), None)),
            InputPart::Header => None,
            InputPart::Body => operation.body_field(name).map(|field| {
                let of = field.record.as_deref().unwrap_or_default();
                address(of, &field.identifiers)
                    .unwrap_or_else(|| (self.values().of_input(field), None))
            }),
        };
        found.unwrap_or_default()
    }

    fn of_member(&self, record: &str, wire: &str) -> Value {
        let fields = self.contract.record(record).map(|record| &record.fields);
        let field = fields.into_iter().flatten().find(|field| field.wire == wire);
        field.map_or_else(Value::default, |field| {
            self.values().obeying(&field.constraints, (wire, record), &field.ty, &[])
        })
    }
}

/// The members about the only page of a list.
fn page_members(paging: &Paging) -> Vec<(&str, Value)> {
    let members = paging.members.iter();
    let shown = members.map(|member| {
        let value = match member.says {
            Some(PageFact::More) => false.into(),
            Some(PageFact::Next) => Value::Null,
            Some(PageFact::Offset) => 0.into(),
            _ => 1.into(),
        };
        (member.wire.as_str(), value)
    });
    shown.collect()
}

/// A value of a path parameter that identifies no record.
pub fn path_value(value: &PathValue) -> Value {
    if value.ty == Type::Integer { 1.into() } else { value.name.as_str().into() }
}

/// A number that selects a page, within its bounds; a cursor is only known from a page.
pub fn page(parameter: &PageParameter) -> Option<Value> {
    (parameter.ty == Type::Integer).then(|| {
        let usual = if parameter.about.starts_with("Size") { 10 } else { 1 };
        fit(parameter.default.unwrap_or(usual).into(), &parameter.constraints)
    })
}

/// A value as it stands in a message or a query.
pub fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => serde_yaml::to_string(other).unwrap_or_default().trim_end().to_owned(),
    }
}
