//! Objects with arbitrary member names, whose values are texts.

use super::{Class, Examples, Predicate, Rule};
use crate::json::Json;

const fn basis(rule: Rule) -> &'static str {
    match rule {
        Rule::Kept => {
            "The document gives an object with any names whose values are texts, and these are short and plain."
        }
        Rule::Refused => {
            "The document gives an object of texts, and this value is not such an object."
        }
        _ => {
            "The document gives an object with any names whose values are texts. A service may exclude some, which is not shown."
        }
    }
}

classes! {
    [size: Json Json]
    empty: Kept, "no name", |json| matches!(json, Json::Map(members) if members.is_empty()) => "{}";
    single: Kept, "one name", |json| is_plain(json, 1) => "{\"shelf\":\"north\"}", "{\"order\":\"A17\"}";
    two: Kept, "two names", |json| is_plain(json, 2)
        => "{\"shelf\":\"north\",\"row\":\"3\"}", "{\"zone\":\"b\",\"area\":\"a\"}";
    several: Kept, "five names", |json| is_plain(json, 5)
        => "{\"e\":\"1\",\"d\":\"2\",\"c\":\"3\",\"b\":\"4\",\"a\":\"5\"}";
    [names: Json Json]
    signs: KeptIfAccepted, "a sign or a capital in a name", |json| any(json, |name, _| name.contains([' ', '.', '-', '$']) || name.contains(|c: char| c.is_ascii_uppercase()))
        => "{\"two words\":\"a\"}", "{\"a.b\":\"a\"}", "{\"$set\":\"a\"}", "{\"Shelf\":\"a\",\"shelf\":\"b\"}";
    beyond_ascii: KeptIfAccepted, "a letter beyond ASCII in a name", |json| any(json, |name, _| !name.is_ascii())
        => "{\"größe\":\"a\"}", "{\"棚\":\"a\"}";
    of_languages: KeptIfAccepted, "a name that programming languages use", |json| any(json, |name, _| name.contains("__") || name == "constructor")
        => "{\"__proto__\":\"a\"}", "{\"constructor\":\"a\"}", "{\"__class__\":\"a\"}";
    digits: KeptIfAccepted, "a name of digits", |json| any(json, |name, _| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit()))
        => "{\"10\":\"a\",\"9\":\"b\"}", "{\"0\":\"a\"}";
    [texts: Json Json]
    odd_text: KeptIfAccepted, "a text with accents, quotes or blanks", |json| any(json, |_, text| text.text().is_some_and(|it| !it.is_ascii() || it.contains(['\'', '"', ' '])))
        => "{\"shelf\":\"Zoë's \\\"own\\\"\"}", "{\"shelf\":\" north \"}";
    word: KeptIfAccepted, "a text that looks like another value", |json| any(json, |_, text| matches!(text.text(), Some("null" | "true" | "1.50" | "007")))
        => "{\"a\":\"null\",\"b\":\"true\"}", "{\"a\":\"1.50\",\"b\":\"007\"}";
    empty_text: Answered, "an empty text", |json| any(json, |_, text| text.text() == Some("")) => "{\"shelf\":\"\"}";
    null: Answered, "the value null", |json| any(json, |_, value| *value == Json::Null) => "{\"shelf\":null}";
    [malformed: Json Json]
    no_object: Refused, "no object", |json| !matches!(json, Json::Map(_) | Json::Null) => "[\"north\"]", "\"north\"", "7";
    nested: Refused, "an object or a list as a value", |json| any(json, |_, value| matches!(value, Json::Map(_) | Json::List(_)))
        => "{\"shelf\":{\"row\":\"3\"}}", "{\"shelf\":[\"north\"]}";
    number: Refused, "a number or a boolean as a value", |json| any(json, |_, value| matches!(value, Json::Number(_) | Json::Bool(_)))
        => "{\"row\":3}", "{\"row\":true}";
}

fn any(json: &Json, is_it: impl Fn(&str, &Json) -> bool) -> bool {
    matches!(json, Json::Map(members) if members.iter().any(|(name, value)| is_it(name, value)))
}

/// An object with the given number of members: each name has lower-case letters, and each text has letters and digits.
fn is_plain(json: &Json, count: usize) -> bool {
    let is_text = |value: &Json| {
        value.text().is_some_and(|text| {
            !matches!(text, "" | "null" | "true" | "007")
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
    };
    matches!(json, Json::Map(members) if members.len() == count
    && members.iter().all(|(name, value)| {
        name.bytes().all(|byte| byte.is_ascii_lowercase()) && name != "constructor" && is_text(value)
    }))
}
