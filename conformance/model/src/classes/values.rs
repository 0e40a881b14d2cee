//! Any JSON values.

use super::{Class, Examples, Predicate, Rule};
use crate::json::Json;

const fn basis(rule: Rule) -> &'static str {
    match rule {
        Rule::Kept => "The document gives any JSON value, kept as it is sent.",
        _ => {
            "The document gives any JSON value. A service may keep numbers in another form, and take null for nothing."
        }
    }
}

classes! {
    [plain: Json Json]
    text: Kept, "a text", |json| json.text().is_some() => "\"Zoë's\"", "\"\"", "\"7\"";
    number: Kept, "a number", |json| matches!(json, Json::Number(_)) => "7", "-2.5", "0";
    boolean: Kept, "true or false", |json| matches!(json, Json::Bool(_)) => "true", "false";
    [nested: Json Json]
    list: Kept, "a list", |json| matches!(json, Json::List(items) if !items.is_empty()) => "[1,\"a\",true]", "[[],[{}]]";
    object: Kept, "an object", |json| matches!(json, Json::Map(members) if !members.is_empty() && !has_null(json))
        => "{\"b\":1,\"a\":{\"c\":[\"d\"]}}", "{\"two words\":\"größe\"}";
    nothing: Kept, "an empty list or object", |json| matches!(json, Json::List(items) if items.is_empty()) || matches!(json, Json::Map(members) if members.is_empty())
        => "[]", "{}";
    [open: Json Json]
    inner_null: KeptIfAccepted, "null within an object", has_null => "{\"a\":null}";
    null: Answered, "the value null", |json| *json == Json::Null => "null";
}

fn has_null(json: &Json) -> bool {
    matches!(json, Json::Map(members) if members.iter().any(|(_, value)| *value == Json::Null))
}
