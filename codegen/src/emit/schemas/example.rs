//! Examples made from types alone: the same contract makes the same examples.
//!
//! They are well-formed, without meaning. Optional members of unknown types are left out.

use serde_yaml::Value;
use sha2::{Digest, Sha256};
use spec::{
    Body, Contract, ErrorCase, Field, Format, Identifier, InputField, InputPart, InputRef,
    Operation, Paging, QueryParameter, Record, Slot, TimestampForm, Type, ValueSource,
};

use super::map::Map;
use super::schema::is_required;
use crate::names;

/// Makes examples for one operation; an input has the same value everywhere.
#[derive(Clone, Copy)]
pub struct Examples<'c> {
    /// The contract.
    pub contract: &'c Contract,
    /// The operation.
    pub operation: &'c Operation,
}

impl<'c> Examples<'c> {
    /// A request body of the chosen members.
    pub fn body(&self, chosen: impl Fn(&InputField) -> bool) -> Map {
        let fields = self.operation.body.iter().filter(|field| chosen(field));
        fields.map(|field| (&field.wire, self.field(field))).collect()
    }

    fn field(&self, field: &'c InputField) -> Value {
        match (&field.record, field.identifiers.first()) {
            (Some(record), Some(way)) => identifier(record, *way).into(),
            _ => self.of_type(&field.wire, "", &field.ty, &[]),
        }
    }

    /// A parameter of the query.
    pub fn query(&self, parameter: &'c QueryParameter) -> Value {
        let listed = parameter.values.first().map(|value| value.wire.as_str());
        let one = listed
            .map_or_else(|| self.of_type(&parameter.name, "", &parameter.ty, &[]), Value::from);
        if parameter.several { vec![one].into() } else { one }
    }

    /// The answer to a success, if its body is known and not empty.
    pub fn success(&self) -> Option<Map> {
        let Body::Envelope(members) = self.operation.success.body.value()? else {
            return None;
        };
        let mut body: Map = members
            .iter()
            .map(|member| (&member.wire, self.of_type(&member.wire, "", &member.ty, &[])))
            .collect();
        self.echo(&mut body);
        if let Some(paging) = self.operation.paging.as_ref().and_then(Slot::value) {
            body = body.with(&paging.meta, meta(paging));
        }
        Some(body)
    }

    /// Repeats request values in the answer.
    fn echo(&self, body: &mut Map) {
        for echo in &self.operation.success.echoes {
            let (value, way) = self.input(&echo.from, "");
            let member = body.get_mut(echo.member.as_str());
            if let Some(Value::Mapping(record)) = member
                && (echo.when.is_none() || echo.when == way)
            {
                record.insert(echo.field.as_str().into(), value);
            }
        }
    }

    /// The message of a refusal, with request values.
    pub fn message(&self, case: &ErrorCase) -> String {
        case.message.render(|hole| {
            let placeholder = case.placeholders.iter().find(|one| one.name.as_str() == hole);
            match placeholder.and_then(|one| one.sources.first()) {
                Some(ValueSource::Input(input)) => text(&self.input(input, hole).0),
                Some(ValueSource::Record { record, field }) => text(&self.of_member(record, field)),
                None => format!("{{{hole}}}"),
            }
        })
    }

    /// The value of an input, and the identifier with which it addresses a record, if it does: the preferred one, or else
    /// the first.
    fn input(&self, input: &InputRef, preferred: &str) -> (Value, Option<Identifier>) {
        let address = |of: &str, ways: &[Identifier]| {
            let wanted = ways.iter().find(|way| way.name() == preferred);
            let way = *wanted.or(ways.first())?;
            Some((identifier(of, way).into(), Some(way)))
        };
        let (name, operation) = (&input.name, self.operation);
        let found = match input.part {
            InputPart::Path => operation
                .path_parameters
                .iter()
                .find(|parameter| parameter.name == *name)
                .and_then(|parameter| address(&parameter.record, &parameter.identifiers)),
            InputPart::Query => operation
                .query
                .iter()
                .find(|parameter| parameter.name == *name)
                .map(|parameter| (self.query(parameter), None)),
            InputPart::Body => {
                operation.body.iter().find(|field| field.wire == *name).map(|field| {
                    let of = field.record.as_deref().unwrap_or_default();
                    address(of, &field.identifiers).unwrap_or_else(|| (self.field(field), None))
                })
            }
        };
        found.unwrap_or_default()
    }

    fn of_member(&self, record: &str, wire: &str) -> Value {
        let fields = self.contract.record(record).map(|record| &record.fields);
        let field = fields.into_iter().flatten().find(|field| field.wire == wire);
        field.map_or_else(Value::default, |field| self.of_type(wire, record, &field.ty, &[]))
    }

    /// A value of a type. `within` are the enclosing records: recursion ends at them.
    fn of_type(&self, name: &str, owner: &str, ty: &'c Type, within: &[&str]) -> Value {
        match ty {
            Type::Text(format) => of_format(name, owner, *format).into(),
            Type::Integer => 1.into(),
            Type::Number => 12.5.into(),
            Type::Boolean => true.into(),
            Type::Timestamp(forms) => timestamp(forms).into(),
            Type::Enumeration(values) => values.first().map_or("", String::as_str).into(),
            Type::List(item) if item.record().is_some_and(|of| within.contains(&of)) => {
                Vec::<Value>::new().into()
            }
            Type::List(item) => vec![self.of_type(name, owner, item, within)].into(),
            // It is required, so it is `null`.
            Type::Record(of) if within.contains(&of.as_str()) => Value::Null,
            Type::Record(of) => match self.contract.record(of) {
                Some(record) => self.of_record(record, within).into(),
                None => Map::default().into(),
            },
            Type::Unknown(_) => Value::Null,
        }
    }

    fn of_record(&self, record: &'c Record, within: &[&str]) -> Map {
        let within = &[within, &[record.name.as_str()]].concat();
        let shown = |field: &&Field| {
            let ends = matches!(&field.ty, Type::Record(of) if within.contains(&of.as_str()));
            let known = !matches!(field.ty, Type::Unknown(_));
            is_required(field) || (known && !ends)
        };
        let fields = record.fields.iter().filter(shown);
        fields
            .map(|field| (&field.wire, self.of_type(&field.wire, &record.name, &field.ty, within)))
            .collect()
    }
}

/// A value that addresses a record.
pub fn identifier(record: &str, way: Identifier) -> String {
    match way {
        Identifier::Uuid => uuid(record),
        Identifier::Email => EMAIL.to_owned(),
    }
}

const EMAIL: &str = "user@example.org";

fn of_format(name: &str, owner: &str, format: Option<Format>) -> String {
    match format {
        Some(Format::Email) => EMAIL.to_owned(),
        Some(Format::Url) => format!("https://example.org/{name}"),
        Some(Format::Country) => "NL".to_owned(),
        // `book_uuid` names a `Book`, and `uuid` the record that contains it.
        Some(Format::Identifier) => uuid(&match name.rsplit_once('_') {
            Some((of, _)) => names::pascal(of).to_string(),
            None => owner.to_owned(),
        }),
        None => format!("some {}", name.replace('_', " ")),
    }
}

/// A UUID made from the hash of a record's name.
fn uuid(record: &str) -> String {
    let digest = Sha256::digest(record);
    let (words, _) = digest.as_chunks::<8>();
    let (a, b) = (u64::from_be_bytes(words[0]), u64::from_be_bytes(words[1]));
    format!(
        "{:08x}-{:04x}-4{:03x}-8{:03x}-{:012x}",
        a >> 32,
        a >> 16 & 0xffff,
        a & 0xfff,
        b >> 48 & 0xfff,
        b & 0xffff_ffff_ffff
    )
}

fn timestamp(forms: &[TimestampForm]) -> &'static str {
    match forms.first() {
        None | Some(TimestampForm::Utc) => "2026-01-31T12:00:00Z",
        Some(TimestampForm::OffsetAhead) => "2026-01-31T12:00:00+02:00",
        Some(TimestampForm::OffsetBehind) => "2026-01-31T12:00:00-02:00",
        Some(TimestampForm::Fraction) => "2026-01-31T12:00:00.25Z",
    }
}

fn meta(paging: &Paging) -> Value {
    let members = paging.members.iter().chain([&paging.total]);
    members.map(|wire| (wire, 1)).collect::<Map>().into()
}

/// A value as it stands in a message.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => serde_yaml::to_string(other).unwrap_or_default().trim_end().to_owned(),
    }
}
