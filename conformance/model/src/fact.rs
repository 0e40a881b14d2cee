//! Facts of fixtures, each in the normal form of its type.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use reader::{Diagnostic, Node, Reader, Scalar, Spanned, Value};
use spec::{Contract, FactDeclaration, Fixture, Type};

use crate::contract::{key_kinds, usual_key};
use crate::json::{Json, is_whole, numbers_equal};
use crate::text::escape;

/// Parses the facts of a fixture of this kind; reports unknown ones and values of the wrong type.
pub fn parse_facts(
    node: &Node,
    kind: &Fixture,
    reader: &mut Reader<'_>,
) -> BTreeMap<String, String> {
    let known: Vec<&str> = kind.facts.iter().map(|fact| fact.name.as_str()).collect();
    let entries = reader.entries(node, "a map of facts").iter();
    let facts = entries.filter_map(|entry| {
        let name = reader.word(&key_node(&entry.key), "fact", &known)?.value;
        let declared = kind.facts.iter().find(|fact| fact.name == name)?;
        Some((name.to_owned(), parse_fact(&entry.value, declared, reader)?))
    });
    facts.collect()
}

/// The kind of key whose account a fixture belongs to: the named one, or the first.
pub fn account<'c>(
    node: Option<&Node>,
    contract: &'c Contract,
    reader: &mut Reader<'_>,
) -> Option<&'c str> {
    match node {
        Some(node) => Some(reader.word(node, "kind of key", &key_kinds(contract))?.value),
        None => usual_key(contract),
    }
}

/// A map key as a node, so that it can be read like a value.
pub fn key_node(key: &Spanned<String>) -> Node {
    Node { span: key.span, value: Value::Scalar(Scalar { text: key.value.clone(), plain: true }) }
}

/// Parses a fact; reports a value of the wrong type.
fn parse_fact(node: &Node, declared: &FactDeclaration, reader: &mut Reader<'_>) -> Option<String> {
    let written = reader.text(node)?;
    if let Some(fact) = of_type(&written.value, &declared.ty) {
        return Some(fact);
    }
    let message = format!("`{}` is {}", declared.name, describe(&declared.ty));
    let found = Diagnostic::error("wrong-fact", message, written.span, "not one");
    reader.out.push(found);
    None
}

/// Converts a value in a response to a fact; `None` if it has the wrong type, or no notation as a
/// fact.
pub fn from_json(value: &Json, ty: &Type) -> Option<String> {
    let text = match (value, ty) {
        (Json::Bool(_), Type::Boolean) => value.to_string(),
        (Json::Number(digits), Type::Integer | Type::Number | Type::UnixTime) => digits.clone(),
        (_, Type::Boolean | Type::Integer | Type::Number | Type::UnixTime) => return None,
        _ => value.text()?.to_owned(),
    };
    of_type(&text, ty).filter(|fact| escape(fact) == *fact)
}

/// Whether two facts are equal; numbers are compared by value.
pub fn facts_equal(left: &str, right: &str) -> bool {
    left == right || numbers_equal(left, right)
}

/// Normalizes text of the type; `None` if it has the wrong type.
fn of_type(text: &str, ty: &Type) -> Option<String> {
    let number = || match Json::parse(text.as_bytes()) {
        Some(Json::Number(digits)) => Some(digits),
        _ => None,
    };
    match ty {
        Type::Boolean => match text {
            "yes" | "true" => Some("true".to_owned()),
            "no" | "false" => Some("false".to_owned()),
            _ => None,
        },
        Type::Number => number(),
        Type::Integer | Type::UnixTime => number().filter(|digits| is_whole(digits)),
        Type::Date if text.len() == 10 => text.parse::<Date>().ok().map(|_| text.to_owned()),
        Type::Date => None,
        Type::Timestamp(_) => text.parse::<Timestamp>().ok().map(|_| text.to_owned()),
        _ => Some(text.to_owned()),
    }
}

fn describe(ty: &Type) -> &'static str {
    match ty {
        Type::Boolean => "`true` or `false`",
        Type::Number => "a number",
        Type::Integer => "a whole number",
        Type::UnixTime => "a number of seconds since 1970",
        Type::Date => "a date, such as `2026-01-31`",
        Type::Timestamp(_) => "a point in time, such as `2026-01-31T12:00:00Z`",
        _ => "text",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_one_form() {
        for (text, ty, fact) in [
            ("yes", Type::Boolean, Some("true")),
            ("false", Type::Boolean, Some("false")),
            ("maybe", Type::Boolean, None),
            ("2.50", Type::Number, Some("2.50")),
            ("2.5", Type::Integer, None),
            ("many", Type::Number, None),
            ("2026-01-31T12:00:00Z", Type::Timestamp(Vec::new()), Some("2026-01-31T12:00:00Z")),
            ("yesterday", Type::Timestamp(Vec::new()), None),
            ("yes", Type::Text(None), Some("yes")),
        ] {
            assert_eq!(of_type(text, &ty).as_deref(), fact, "{text} {ty:?}");
        }
        for (value, ty, fact) in [
            ("2.0", Type::Integer, Some("2.0")),
            ("\"2\"", Type::Integer, None),
            ("true", Type::Boolean, Some("true")),
            ("\"a\"", Type::Text(None), Some("a")),
            ("\"a\\u001b[1m\"", Type::Text(None), None),
            ("null", Type::Text(None), None),
        ] {
            let value = Json::parse(value.as_bytes()).unwrap();
            assert_eq!(from_json(&value, &ty).as_deref(), fact, "{value} {ty:?}");
        }
        assert!(facts_equal("2.50", "2.5") && facts_equal("a", "a") && !facts_equal("a", "b"));
    }
}
