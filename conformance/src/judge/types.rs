//! Whether a JSON value is of a type of the contract.

use spec::Type;

use crate::json::{Json, is_whole};

/// Whether the value, as far as its outermost kind goes, is of the type.
pub(super) fn is_of_shape(value: &Json, ty: &Type) -> bool {
    match ty {
        Type::Record(_) => matches!(value, Json::Map(_)),
        Type::List(_) => matches!(value, Json::List(_)),
        _ => fits(value, ty),
    }
}

/// Whether the value is of the type. What the document does not tell of a type is not asked.
pub(super) fn fits(value: &Json, ty: &Type) -> bool {
    match ty {
        Type::Text(_) | Type::Enumeration(_) => matches!(value, Json::Text(_)),
        Type::Integer => matches!(value, Json::Number(digits) if is_whole(digits)),
        Type::Number => matches!(value, Json::Number(_)),
        Type::Boolean => matches!(value, Json::Bool(_)),
        Type::Timestamp(_) => value.text().is_some_and(is_point_in_time),
        Type::Record(_) => matches!(value, Json::Map(_)),
        Type::List(item) => value
            .items()
            .is_some_and(|items| items.iter().all(|value| fits(value, item))),
        Type::Unknown(_) => true,
    }
}

/// In which form a point in time is answered is not said: a year of four digits at its beginning is
/// common to all of ISO 8601.
fn is_point_in_time(text: &str) -> bool {
    let text = text.trim_start_matches(['+', '-']);
    text.len() > 4 && text.bytes().take(4).all(|b| b.is_ascii_digit())
}

/// The type in words.
pub(super) fn describe(ty: &Type) -> String {
    match ty {
        Type::Text(_) | Type::Enumeration(_) => "a string".to_owned(),
        Type::Integer => "a whole number".to_owned(),
        Type::Number => "a number".to_owned(),
        Type::Boolean => "true or false".to_owned(),
        Type::Timestamp(_) => "a string with a point in time".to_owned(),
        Type::Record(name) => format!("an object ({name})"),
        Type::List(item) => format!("an array, each item {}", describe(item)),
        Type::Unknown(_) => "anything".to_owned(),
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
    fn any_iso_form_is_a_point_in_time() {
        let timestamp = Type::Timestamp(Vec::new());
        for text in [
            "\"2026-01-31T12:00:00Z\"",
            "\"20260131T120000+0200\"",
            "\"2026-W05-6\"",
        ] {
            assert!(is(text, &timestamp), "{text}");
        }
        for text in ["\"yesterday\"", "\"\"", "1769860800"] {
            assert!(!is(text, &timestamp), "{text}");
        }
    }
}
