//! Example values of types: well-formed, without meaning. The names of texts decide where the contract has no format.

use serde_yaml::{Mapping, Value};
use sha2::{Digest, Sha256};
use spec::{
    Constraints, Contract, Field, Format, Identifier, InputField, Record, TimestampForm, Type,
};

use crate::emit::schemas::map::{Map, number};
use crate::names;
use crate::plan::is_required;

/// Makes example values for a contract.
#[derive(Clone, Copy)]
pub struct Values<'c> {
    pub contract: &'c Contract,
}

impl<'c> Values<'c> {
    /// A member of a request body.
    pub fn of_input(&self, field: &'c InputField) -> Value {
        if !field.members.is_empty() {
            let members = field.members.iter();
            let members = members.map(|member| (member.own_name(), self.of_input(member)));
            let object: Value = members.collect::<Map>().into();
            let is_list = matches!(field.ty, Type::List(_));
            let value = if is_list { vec![object].into() } else { object };
            return self.filled(value, &field.ty, &field.constraints);
        }
        match (&field.record, field.identifiers.first()) {
            (Some(record), Some(way)) => identifier(record, *way),
            _ if field.several => several(&field.wire, &[]).into(),
            _ => self.obeying(&field.constraints, (field.own_name(), ""), &field.ty, &[]),
        }
    }

    /// A value of a type that obeys the constraints: the stated example, if there is one. A name and its owner come first.
    pub fn obeying(
        &self,
        constraints: &Constraints,
        (name, owner): (&str, &str),
        ty: &'c Type,
        within: &[&str],
    ) -> Value {
        match &constraints.example {
            Some(example) => serde_yaml::to_value(example).unwrap_or_default(),
            None => {
                let value = fit(self.of_type(name, owner, ty, within), constraints);
                self.filled(value, ty, constraints)
            }
        }
    }

    /// The value; a list of such items with as many as the constraints ask for, no two of them the same if that is possible.
    pub fn filled(&self, value: Value, ty: &Type, constraints: &Constraints) -> Value {
        let mut items = match value {
            Value::Sequence(items) => items,
            other => return other,
        };
        if let Some(first) = items.first().cloned() {
            let least = constraints.min_items.unwrap_or_default();
            let further = items.len()..least;
            items.extend(further.map(|nth| self.other(&first, nth, ty.item(), constraints)));
        }
        items.into()
    }

    /// Another value of the type than the first one and those of lower numbers. A boolean has two.
    fn other(&self, first: &Value, nth: usize, ty: &Type, constraints: &Constraints) -> Value {
        match (ty, first) {
            (Type::Enumeration(values), _) => {
                values.get(nth).map_or_else(|| first.clone(), |value| value.as_str().into())
            }
            (Type::Boolean, _) => nth.is_multiple_of(2).into(),
            (Type::Integer | Type::Number | Type::UnixTime, Value::Number(given)) => {
                let (given, nth) = (given.as_f64().unwrap_or_default(), nth as f64);
                let is_free = constraints.fit_number(given + nth) == given + nth;
                number(if is_free { given + nth } else { given - nth })
            }
            (Type::Date | Type::Timestamp(_), Value::String(text)) => {
                text.replacen("-31", &format!("-{:02}", 31 - nth % 30), 1).into()
            }
            (Type::Text(Some(Format::Country)), _) => COUNTRIES[nth % COUNTRIES.len()].into(),
            (Type::Text(Some(Format::Decimal)), _) => format!("{}.50", 12 + nth).into(),
            (Type::Text(_), Value::String(text)) => constraints.variant(text, nth as u64).into(),
            (Type::Record(name), Value::Mapping(members)) => {
                self.other_record(name, members, nth).into()
            }
            _ => first.clone(),
        }
    }

    /// The record with another value of one member.
    fn other_record(&self, name: &str, members: &Mapping, nth: usize) -> Mapping {
        let mut made = members.clone();
        let fields = self.contract.record(name).map(|record| &record.fields);
        for field in fields.into_iter().flatten() {
            let Some(value) = made.get_mut(field.wire.as_str()) else { continue };
            let other = self.other(value, nth, &field.ty, &field.constraints);
            if other != *value {
                *value = other;
                break;
            }
        }
        made
    }

    /// A member of a record. `None` for records in it, which have examples of their own, and where nothing is known.
    pub fn of_field(&self, record: &'c Record, field: &'c Field) -> Option<Value> {
        if field.ty.record().is_some() {
            return None;
        }
        let name = (field.wire.as_str(), record.name.as_str());
        let value = self.obeying(&field.constraints, name, &field.ty, &[]);
        let known = !value.is_null() || field.nullable.value() == Some(&true);
        known.then_some(value)
    }

    /// A value of a type. `within` are the enclosing records: recursion ends at them.
    pub fn of_type(&self, name: &str, owner: &str, ty: &'c Type, within: &[&str]) -> Value {
        match ty {
            Type::Text(format) => self.of_format(name, owner, *format).into(),
            Type::Integer => 1.into(),
            Type::Date => "2026-01-31".into(),
            Type::UnixTime => 1_769_860_800.into(),
            Type::Json => Map::default().with("any", "value").into(),
            Type::Map(item) => {
                Map::default().with("name", self.of_type(name, owner, item, within)).into()
            }
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
            Type::Unknown(_) => self.created_with(owner, name).unwrap_or_default(),
        }
    }

    fn of_record(&self, record: &'c Record, within: &[&str]) -> Map {
        let within = &[within, &[record.name.as_str()]].concat();
        let members = record.fields.iter().map(|field| {
            let name = (field.wire.as_str(), record.name.as_str());
            let value = self.obeying(&field.constraints, name, &field.ty, within);
            (field, value)
        });
        members
            .filter(|(field, value)| is_required(self.contract, field) || !value.is_null())
            .map(|(field, value)| (&field.wire, value))
            .collect()
    }

    fn of_format(self, name: &str, owner: &str, format: Option<Format>) -> String {
        match format {
            Some(Format::Email) => EMAIL.to_owned(),
            Some(Format::Url) => format!("https://example.org/{name}"),
            Some(Format::Country) => COUNTRIES[0].to_owned(),
            Some(Format::Decimal) => "12.50".to_owned(),
            // `book_uuid` names a `Book`, and the member that identifies a record the record that contains it.
            Some(Format::Identifier) => uuid(&match name.rsplit_once('_') {
                Some((of, _)) if !self.is_identifying(name, owner) => names::pascal(of).to_string(),
                _ => owner.to_owned(),
            }),
            None => plain(name),
        }
    }

    fn is_identifying(self, name: &str, owner: &str) -> bool {
        let member = self.contract.record(owner).and_then(|owner| owner.identified_by.as_deref());
        member == Some(name)
    }

    /// The value that the request sends which creates the record.
    fn created_with(&self, record: &str, wire: &str) -> Option<Value> {
        let mut creations =
            self.contract.operations().filter(|one| one.creates.as_deref() == Some(record));
        Some(self.of_input(creations.find_map(|operation| operation.body_field(wire))?))
    }
}

/// The value, with numbers and texts moved into their bounds.
pub(super) fn fit(value: Value, constraints: &Constraints) -> Value {
    match value {
        Value::Number(given) => {
            given.as_f64().map_or(Value::Number(given), |it| number(constraints.fit_number(it)))
        }
        Value::String(text) => constraints.fit_text(&text).into(),
        Value::Sequence(items) => {
            let mut items: Vec<_> = items.into_iter().map(|item| fit(item, constraints)).collect();
            items.truncate(constraints.max_items.unwrap_or(usize::MAX));
            items.into()
        }
        other => other,
    }
}

/// A value that addresses a record.
pub fn identifier(record: &str, way: Identifier) -> Value {
    match way {
        Identifier::Uuid | Identifier::String => uuid(record).into(),
        Identifier::Integer => 1.into(),
        Identifier::Email => EMAIL.into(),
    }
}

const EMAIL: &str = "user@example.org";

const COUNTRIES: [&str; 5] = ["NL", "DE", "FR", "BE", "IT"];

/// A text without a format, after the last word of its name.
fn plain(name: &str) -> String {
    let words: Vec<&str> = name.split('_').collect();
    match words.as_slice() {
        [.., "email"] => EMAIL.to_owned(),
        [.., "ip"] | [.., "ip", "address"] => "203.0.113.7".to_owned(),
        [.., "user", "agent"] => "Mozilla/5.0 (X11; Linux x86_64)".to_owned(),
        [.., "url" | "link"] => format!("https://example.org/{name}"),
        [.., "country" | "countries"] => COUNTRIES[0].to_owned(),
        [.., "code"] => "ABC123".to_owned(),
        words => format!("Example {}", words.join(" ")),
    }
}

/// Several values in one text, separated by commas: two of those listed, or two by the name.
pub fn several(name: &str, listed: &[&str]) -> String {
    if !listed.is_empty() {
        return listed.iter().take(2).copied().collect::<Vec<_>>().join(",");
    }
    match plain(name).as_str() {
        "NL" => "NL,DE".to_owned(),
        _ => "first,second".to_owned(),
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
