//! Values as YAML in the flow style of hand-written scenarios: `{ name: "{one.id}", several: [a, b] }`.

use serde_yaml::Value;
use serde_yaml::value::{Tag, TaggedValue};

/// Tag of a number that is rendered as it is written.
const NUMBER: &str = "number";

/// A number that is rendered as it is written: `2.50`, `1e3`.
pub(super) fn number(text: &str) -> Value {
    Value::Tagged(Box::new(TaggedValue { tag: Tag::new(NUMBER), value: text.into() }))
}

/// The value on one line.
pub(super) fn flow(value: &Value) -> String {
    match value {
        Value::Mapping(entries) if entries.is_empty() => "{}".to_owned(),
        Value::Mapping(entries) => {
            let entry = |(key, value): (&Value, &Value)| format!("{}: {}", flow(key), flow(value));
            format!("{{ {} }}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Value::Sequence(items) => {
            format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", "))
        }
        Value::String(text) if is_plain(text) => text.clone(),
        Value::Tagged(number) if number.tag == NUMBER => {
            number.value.as_str().unwrap_or_default().to_owned()
        }
        // A string of JSON is one of YAML.
        other => serde_json::to_string(other).unwrap_or_default(),
    }
}

/// Whether the text needs no quotes: words that YAML 1.1 does not read as another type.
fn is_plain(text: &str) -> bool {
    const OTHER_TYPES: [&str; 9] = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && !text.ends_with(' ')
        && text.chars().all(|char| char.is_ascii_alphanumeric() || "_.- ".contains(char))
        && !OTHER_TYPES.contains(&text.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flow_style_is_read_back_as_the_same_value() {
        for text in [
            "plain",
            "Several words of a title",
            "\"{one.id}\"",
            "\"yes\"",
            "\"1\"",
            "\"a: b # c\"",
            "\"O'Brien \\\"x\\\" 🦊\"",
            "[a, 1, 2.5, true, null]",
            "{ body.email: \"{a.b}\", list: [a, b c], none: {} }",
        ] {
            let value: Value = serde_yaml::from_str(text).unwrap();
            assert_eq!(flow(&value), text);
        }
    }
}
