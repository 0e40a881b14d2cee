//! Types and formats of inputs.

use conformance_model::defects::{is_of, is_query_of};
use conformance_model::json::Json;
use email_address::{EmailAddress, Options};
use jiff::Timestamp;
use jiff::civil::Date;
use spec::{Format, Type, is_decimal};
use url::Url;

/// Whether a value of a body has the type.
pub(crate) fn is_of_type(ty: &Type, value: &Json) -> bool {
    is_of(ty, value)
}

/// Whether a text of a query has the type; each of several values, if there can be several.
pub(crate) fn is_text_of_type(ty: &Type, text: &str, several: bool) -> bool {
    if several { text.split(',').all(|one| is_query_of(ty, one)) } else { is_query_of(ty, text) }
}

/// Whether a value of the type has its format, and so has each part of it.
pub(crate) fn is_well_formed(ty: &Type, value: &Json) -> bool {
    match (ty, value) {
        (Type::List(item), Json::List(items)) => items.iter().all(|it| is_well_formed(item, it)),
        (Type::Map(item), Json::Map(members)) => {
            members.iter().all(|(_, value)| is_well_formed(item, value))
        }
        (_, Json::Text(text)) => is_text_well_formed(ty, text),
        _ => true,
    }
}

fn is_text_well_formed(ty: &Type, text: &str) -> bool {
    match ty {
        Type::Text(format) => match format {
            Some(Format::Email) => is_address(text),
            Some(Format::Url) => Url::parse(text).is_ok_and(|url| url.has_host()),
            Some(Format::Country) => {
                text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_uppercase())
            }
            Some(Format::Decimal) => is_decimal(text),
            Some(Format::Identifier) => !text.is_empty(),
            None => true,
        },
        Type::Timestamp(_) => text.parse::<Timestamp>().is_ok(),
        Type::Date => text.len() == 10 && text.parse::<Date>().is_ok(),
        Type::UnixTime
        | Type::Integer
        | Type::Number
        | Type::Boolean
        | Type::Json
        | Type::Enumeration(_)
        | Type::Record(_)
        | Type::List(_)
        | Type::Map(_)
        | Type::Unknown(_) => true,
    }
}

/// Whether it is an address with a domain of labels.
fn is_address(text: &str) -> bool {
    let options = Options::default().without_display_text().without_domain_literal();
    let is_parsed = EmailAddress::parse_with_options(text, options).is_ok();
    let is_label =
        |label: &str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    is_parsed && text.rsplit_once('@').is_some_and(|(_, domain)| domain.split('.').all(is_label))
}

/// The value in a form that a member of this type can have. A point in time is written in UTC unless its form is one of
/// those that are listed.
pub(crate) fn shown(ty: &Type, value: &Json) -> Json {
    match (ty, value) {
        (Type::Integer | Type::UnixTime | Type::Number, Json::Text(text))
            if text.parse::<f64>().is_ok() =>
        {
            Json::Number(text.clone())
        }
        (Type::Boolean, Json::Text(text)) if text == "true" || text == "false" => {
            Json::Bool(text == "true")
        }
        (Type::Text(_), Json::Number(digits)) => Json::Text(digits.clone()),
        (Type::Timestamp(forms), Json::Text(text)) if !forms.is_empty() => {
            Json::Text(text.parse().map_or_else(|_| text.clone(), |time| in_utc(time, text)))
        }
        _ => value.clone(),
    }
}

fn in_utc(time: Timestamp, text: &str) -> String {
    if text.ends_with('Z') { text.to_owned() } else { time.to_string() }
}
