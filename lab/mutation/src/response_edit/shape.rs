//! Whether a JSON value has a stated type: the oracle's own rules.

use referral_conformance::json::Json;
use spec::{Contract, Field, Format, Record, Type};

/// Why a value cannot be of a type; `None` if it can.
pub fn contradiction(contract: &Contract, ty: &Type, value: &Json) -> Option<String> {
    let is_of_type = match (ty, value) {
        (Type::Unknown(_) | Type::Json, _) => true,
        (Type::Date, Json::Text(text)) => text.len() == 10,
        (Type::Map(item), Json::Map(members)) => {
            return members.iter().find_map(|(_, value)| contradiction(contract, item, value));
        }
        (Type::Text(format), Json::Text(text)) => has_format(*format, text),
        (Type::Integer | Type::UnixTime, Json::Number(digits)) => {
            digits.parse::<f64>().is_ok_and(|number| number.fract() == 0.0)
        }
        (Type::Number, Json::Number(_))
        | (Type::Boolean, Json::Bool(_))
        | (Type::Enumeration(_), Json::Text(_)) => true,
        // Which form a response uses is a gap; all forms begin with the year.
        (Type::Timestamp(_), Json::Text(text)) => {
            text.len() >= 10 && text.bytes().take(4).all(|byte| byte.is_ascii_digit())
        }
        (Type::List(item), Json::List(items)) => {
            return items.iter().find_map(|value| contradiction(contract, item, value));
        }
        (Type::Record(name), Json::Map(_)) => {
            return contract.record(name).and_then(|record| in_record(contract, record, value));
        }
        _ => false,
    };
    (!is_of_type).then(|| format!("{} is not of the stated type", value.kind()))
}

/// A member that is not listed contradicts nothing here: an expansion may add one.
fn in_record(contract: &Contract, record: &Record, value: &Json) -> Option<String> {
    record.fields.iter().find_map(|field| in_field(contract, field, value))
}

fn in_field(contract: &Contract, field: &Field, record: &Json) -> Option<String> {
    match record.get(&field.wire) {
        None if field.present.value() == Some(&true) => {
            Some(format!("`{}` is missing", field.wire))
        }
        None => None,
        Some(Json::Null) => {
            let is_excluded = field.nullable.value() == Some(&false);
            is_excluded.then(|| format!("`{}` is null", field.wire))
        }
        Some(value) => contradiction(contract, &field.ty, value)
            .map(|reason| format!("`{}`: {reason}", field.wire)),
    }
}

fn has_format(format: Option<Format>, text: &str) -> bool {
    match format {
        None => true,
        Some(Format::Identifier) => !text.is_empty(),
        Some(Format::Decimal) => text.parse::<f64>().is_ok(),
        Some(Format::Email) => text
            .split_once('@')
            .is_some_and(|(name, domain)| !name.is_empty() && !domain.is_empty()),
        Some(Format::Url) => text.contains(':') && !text.contains(char::is_whitespace),
        Some(Format::Country) => {
            text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic())
        }
    }
}
