//! Plausible values: of members that no input gives, and of inputs of the server's own.

use conformance_model::contract::own_identifier;
use conformance_model::json::Json;
use conformance_model::values::{example, list_of};
use jiff::Timestamp;
use spec::{Constraints, Contract, Format, Identifier, Record, TimestampForm, Type};

use crate::choices;
use crate::store::set;

/// Makes values. Those of the same number are the same with the same seed, except times.
#[derive(Clone, Copy)]
pub(crate) struct Values<'c> {
    pub contract: &'c Contract,
    pub seed: u64,
}

impl Values<'_> {
    /// The identifier of a new record.
    pub(crate) fn id(&self, record: &str, number: u64) -> String {
        let shown = self.contract.record(record).and_then(Record::identifier);
        if let Some(field) = shown
            && let Some(text) = patterned(&field.constraints, number)
        {
            return text;
        }
        match own_identifier(self.contract, record) {
            Identifier::Integer => number.to_string(),
            Identifier::String => self.opaque(record, number),
            Identifier::Uuid | Identifier::Email => self.uuid(number),
        }
    }

    fn rng(&self, number: u64) -> fastrand::Rng {
        fastrand::Rng::with_seed(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number)
    }

    fn uuid(&self, number: u64) -> String {
        let digits = format!("{:032x}", self.rng(number).u128(..));
        let part = |from: usize, to: usize| digits.get(from..to).unwrap_or_default();
        let (start, end) = (format!("{}-{}", part(0, 8), part(8, 12)), part(20, 32));
        format!("{start}-4{}-a{}-{end}", part(13, 16), part(17, 20))
    }

    fn opaque(&self, name: &str, number: u64) -> String {
        let start: String =
            name.chars().filter(char::is_ascii_alphanumeric).take(4).collect::<String>();
        format!("{}_{:012x}", start.to_lowercase(), self.rng(number).u64(..) >> 16)
    }

    /// The value of a type.
    pub(crate) fn plausible(
        &self,
        name: &str,
        ty: &Type,
        constraints: &Constraints,
        number: u64,
    ) -> Json {
        self.of_type(name, ty, constraints, number, &[])
    }

    /// `within` are the records around the value.
    fn of_type(
        &self,
        name: &str,
        ty: &Type,
        limits: &Constraints,
        number: u64,
        within: &[&str],
    ) -> Json {
        if let Some(text) = patterned(limits, number) {
            return Json::Text(text);
        }
        if let Some(value) = example(limits) {
            return value;
        }
        match ty {
            Type::Text(format) => Json::Text(self.text(name, *format, limits, number)),
            Type::Integer => Json::Number(limits.fit_number(1.0).to_string()),
            Type::Number => Json::Number(limits.fit_number(1.5).to_string()),
            Type::Boolean => Json::Bool(false),
            Type::Timestamp(_) | Type::Date | Type::UnixTime => now(ty),
            Type::Json | Type::Map(_) => Json::Map(Vec::new()),
            Type::Enumeration(values) => Json::Text(values.first().cloned().unwrap_or_default()),
            Type::Record(record) => self.nested(record, Json::Map(Vec::new()), number, within),
            Type::List(item) => self.list(name, item, limits, number, within),
            Type::Unknown(_) => Json::Text(choices::UNKNOWN_VALUE.to_owned()),
        }
    }

    /// A list of as many items as it must have.
    fn list(
        &self,
        name: &str,
        item: &Type,
        limits: &Constraints,
        number: u64,
        within: &[&str],
    ) -> Json {
        let count = limits.min_items.unwrap_or_default();
        let of_items =
            Constraints { min_items: None, max_items: None, unique_items: false, ..limits.clone() };
        let made = || {
            let numbers = (number..).take(count);
            let items = numbers.map(|number| self.of_type(name, item, &of_items, number, within));
            Json::List(items.collect())
        };
        list_of(item, limits, count).unwrap_or_else(made)
    }

    fn text(&self, name: &str, format: Option<Format>, limits: &Constraints, n: u64) -> String {
        let plain = name.replace('_', "-");
        match format {
            Some(Format::Email) => format!("{plain}.{n}@example.com"),
            Some(Format::Url) => format!("https://example.com/{plain}/{n}"),
            Some(Format::Country) => "NZ".to_owned(),
            Some(Format::Identifier) => self.opaque(name, n),
            Some(Format::Decimal) => "1.50".to_owned(),
            None => limits.fit_text(&format!("{n} {}", name.replace('_', " "))),
        }
    }

    /// A record within another one, with the members that it must have. Those that are there stay. A record within
    /// itself has no more members.
    fn nested(&self, record: &str, mut object: Json, number: u64, within: &[&str]) -> Json {
        let is_open = !within.contains(&record);
        let within = [within, &[record]].concat();
        let Some(record) = self.contract.record(record).filter(|_| is_open) else {
            return object;
        };
        for field in &record.fields {
            let known = object.get(&field.wire).cloned();
            if known.is_none() && choices::is_left_out(field) {
                continue;
            }
            let value = if let Some(known) = known {
                self.completed(&field.ty, known, number)
            } else if choices::is_null(field) {
                Json::Null
            } else {
                self.of_type(&field.wire, &field.ty, &field.constraints, number, &within)
            };
            set(&mut object, &field.wire, value);
        }
        object
    }

    /// The value with the members that records within it must have.
    pub(crate) fn completed(&self, ty: &Type, value: Json, number: u64) -> Json {
        match (ty, value) {
            (Type::Record(record), object @ Json::Map(_)) => {
                self.nested(record, object, number, &[])
            }
            (Type::List(item), Json::List(items)) => {
                let items = items.into_iter().map(|value| self.completed(item, value, number));
                Json::List(items.collect())
            }
            (_, value) => value,
        }
    }
}

/// A text of the pattern, made from its example.
fn patterned(limits: &Constraints, number: u64) -> Option<String> {
    limits.pattern.as_ref()?;
    Some(limits.variant(limits.example.as_ref()?.as_str()?, number))
}

/// The current time as a value of a type.
pub(crate) fn now(ty: &Type) -> Json {
    let now = Timestamp::now();
    let utc = || now.strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
    let behind = || {
        let offset = jiff::tz::offset(-1).to_time_zone();
        now.to_zoned(offset).strftime("%Y-%m-%dT%H:%M:%S-01:00").to_string()
    };
    match ty {
        Type::UnixTime | Type::Integer | Type::Number => Json::Number(now.as_second().to_string()),
        Type::Date => Json::Text(now.strftime("%Y-%m-%d").to_string()),
        Type::Timestamp(forms) if !forms.is_empty() && !forms.contains(&TimestampForm::Utc) => {
            Json::Text(match forms[0] {
                TimestampForm::Utc => utc(),
                TimestampForm::OffsetAhead => now.strftime("%Y-%m-%dT%H:%M:%S+00:00").to_string(),
                TimestampForm::OffsetBehind => behind(),
                TimestampForm::Fraction => now.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string(),
            })
        }
        _ => Json::Text(utc()),
    }
}
