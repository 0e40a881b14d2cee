//! Whether a JSON value is of a type of the contract.

use jiff::civil::Date;
use spec::{Format, Type};

use crate::json::{Json, is_whole};

/// Whether the JSON type of the value fits, regardless of its parts.
pub fn is_of_shape(value: &Json, ty: &Type) -> bool {
    match ty {
        Type::Record(_) | Type::Map(_) => matches!(value, Json::Map(_)),
        Type::List(_) => matches!(value, Json::List(_)),
        _ => fits(value, ty),
    }
}

/// Whether the value is of the type. Undocumented properties of a type are not checked.
pub fn fits(value: &Json, ty: &Type) -> bool {
    match ty {
        Type::Text(Some(format)) => value.text().is_some_and(|text| is_written(text, *format)),
        Type::Text(None) | Type::Enumeration(_) => matches!(value, Json::Text(_)),
        Type::Integer | Type::UnixTime => {
            matches!(value, Json::Number(digits) if is_whole(digits))
        }
        Type::Date => value.text().is_some_and(is_calendar_date),
        Type::Number => matches!(value, Json::Number(_)),
        Type::Boolean => matches!(value, Json::Bool(_)),
        Type::Timestamp(_) => value.text().is_some_and(is_point_in_time),
        Type::Record(_) => matches!(value, Json::Map(_)),
        Type::List(item) => {
            value.items().is_some_and(|items| items.iter().all(|value| fits(value, item)))
        }
        Type::Map(item) => matches!(
            value,
            Json::Map(members) if members.iter().all(|(_, value)| fits(value, item))
        ),
        Type::Unknown(_) | Type::Json => true,
    }
}

/// Returns the value, or the first of its items, that is not one of the listed values of its type.
pub fn unlisted<'j>(value: &'j Json, ty: &Type) -> Option<&'j Json> {
    match (ty, value) {
        (Type::Enumeration(values), Json::Text(text)) => (!values.contains(text)).then_some(value),
        (Type::List(ty), Json::List(items)) => items.iter().find_map(|item| unlisted(item, ty)),
        _ => None,
    }
}

/// `YYYY-MM-DD`.
fn is_calendar_date(text: &str) -> bool {
    text.len() == 10 && text.parse::<Date>().is_ok()
}

/// The minimum that a format implies: an absolute URL has a scheme and more text, an e-mail address
/// text on both sides of `@`. The document names no grammar.
fn is_written(text: &str, format: Format) -> bool {
    match format {
        Format::Url => text.split_once(':').is_some_and(|(scheme, rest)| {
            let letters =
                scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
            scheme.starts_with(|first: char| first.is_ascii_alphabetic())
                && letters
                && !rest.trim_start_matches('/').is_empty()
        }),
        Format::Email => text
            .rsplit_once('@')
            .is_some_and(|(local, domain)| !local.is_empty() && !domain.is_empty()),
        Format::Country => text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic()),
        Format::Identifier => true,
        Format::Decimal => spec::is_decimal(text),
    }
}

/// The notation of timestamps in responses is not documented: any ISO 8601 date is accepted, with or
/// without a time. Text after the hour is not checked, because there are many notations of zones. RFC 3339 allows a blank
/// before the time, but not without a zone.
fn is_point_in_time(text: &str) -> bool {
    let (date, time) = text.split_at(text.find(['T', 't', ' ']).unwrap_or(text.len()));
    let hour = time.get(1..3).and_then(|hour| hour.parse::<u8>().ok());
    let has_zone = time.contains(|c: char| c.is_ascii_alphabetic() || matches!(c, '+' | '-'));
    let is_time = hour.is_some_and(|hour| hour <= 24) && (has_zone || !time.starts_with(' '));
    is_date(date) && (time.is_empty() || is_time)
}

/// A calendar date, month, week, weekday or ordinal date, with or without hyphens.
fn is_date(date: &str) -> bool {
    // A sign means more than four digits of year, in an unknown number: the rest is not checked.
    let Some(rest) = date.get(4..).filter(|_| !date.starts_with(['+', '-'])) else {
        return date.starts_with(['+', '-']) && date.len() > 6;
    };
    let year = date.bytes().take(4).all(|byte| byte.is_ascii_digit());
    let hyphens = rest.matches('-').count();
    let rest = rest.replace('-', "");
    let (week, digits) = match rest.strip_prefix('W') {
        Some(digits) => (true, digits),
        None => (false, rest.as_str()),
    };
    let part = |range: std::ops::Range<usize>| digits.get(range)?.parse::<u16>().ok();
    let within = |part: Option<u16>, most: u16| part.is_some_and(|part| (1..=most).contains(&part));
    let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
    year && is_whole
        && hyphens <= 2
        && match (week, digits.len()) {
            (true, 2) => within(part(0..2), 53),
            (true, 3) => within(part(0..2), 53) && within(part(2..3), 7),
            (false, 2) => within(part(0..2), 12),
            (false, 3) => within(part(0..3), 366),
            (false, 4) => within(part(0..2), 12) && within(part(2..4), 31),
            _ => false,
        }
}

pub fn describe(ty: &Type) -> String {
    match ty {
        Type::Enumeration(_) => "a string".to_owned(),
        Type::Record(name) => format!("an object ({name})"),
        Type::List(item) => format!("an array, each item {}", describe(item)),
        Type::Map(item) => format!("an object, each value {}", describe(item)),
        _ => spec::a_value_of(ty),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is(text: &str, ty: &Type) -> bool {
        fits(&Json::parse(text.as_bytes()).unwrap(), ty)
    }

    #[test]
    fn values_count_and_not_spellings() {
        for text in ["1", "-20", "1.0", "1e2"] {
            assert!(is(text, &Type::Integer), "{text}");
        }
        for text in ["1.5", "\"1\"", "1e-1", "null"] {
            assert!(!is(text, &Type::Integer), "{text}");
        }
    }

    #[test]
    fn formats_are_as_wide_as_their_words() {
        let fits =
            |text: &str, format| fits(&Json::Text(text.to_owned()), &Type::Text(Some(format)));
        for text in ["https://x.example/?a=b", "HTTP://x", "git+ssh://h/p", "mailto:a@b"] {
            assert!(fits(text, Format::Url), "{text}");
        }
        for text in
            ["", "x.example/r", "/r/1", "//x.example", "https://", ":x", "1a://x", "a b://x"]
        {
            assert!(!fits(text, Format::Url), "{text}");
        }
        assert!(fits("\"a b\"@[::1]", Format::Email) && fits("a@b@c", Format::Email));
        assert!(
            !fits("a", Format::Email) && !fits("@b", Format::Email) && !fits("a@", Format::Email)
        );
        assert!(
            fits("dk", Format::Country)
                && !fits("DNK", Format::Country)
                && !fits("4X", Format::Country)
        );
        assert!(fits("", Format::Identifier));
    }

    #[test]
    fn dates_seconds_and_maps_have_one_form() {
        let map = Type::Map(Box::new(Type::Text(None)));
        for (text, ty, expected) in [
            ("\"2024-02-29\"", Type::Date, true),
            ("\"2026-02-29\"", Type::Date, false),
            ("\"2026-01-31T00:00:00Z\"", Type::Date, false),
            ("1767225600", Type::UnixTime, true),
            ("1767225600.5", Type::UnixTime, false),
            ("\"1767225600\"", Type::UnixTime, false),
            ("{\"a\":\"b\"}", map.clone(), true),
            ("{\"a\":1}", map.clone(), false),
            ("[]", map, false),
            ("[null]", Type::Json, true),
            ("\"-12.50\"", Type::Text(Some(Format::Decimal)), true),
            ("\"1e3\"", Type::Text(Some(Format::Decimal)), false),
        ] {
            assert_eq!(is(text, &ty), expected, "{text}");
        }
    }

    #[test]
    fn any_iso_form_is_a_point_in_time() {
        let timestamp = Type::Timestamp(Vec::new());
        for text in [
            "\"2026-01-31T12:00:00Z\"",
            "\"20260131T120000+0200\"",
            "\"2026-01-31 12:00:00 UTC\"",
            "\"2026-01-31 12:00:00+02:00\"",
            "\"2026-01-31T12:00:00\"",
            "\"2026-01-31\"",
            "\"2026-W05-6\"",
            "\"2026-031\"",
            "\"+002026-01-31T12:00:00Z\"",
        ] {
            assert!(is(text, &timestamp), "{text}");
        }
        for text in [
            "\"yesterday\"",
            "\"\"",
            "1769860800",
            "\"1769860800\"",
            "\"1769860800.44\"",
            "\"2026 was fine\"",
            "\"2026\"",
            "\"2026-13-01\"",
            "\"2026-01-31Tnoon\"",
            "\"2026-01-31 12:00:00\"",
            "\"2026é01\"",
        ] {
            assert!(!is(text, &timestamp), "{text}");
        }
    }
}
