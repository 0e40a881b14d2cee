//! Schemas of names.

use serde_json::{Value, json};

/// The schema of one of these names.
pub fn words<'w>(names: impl IntoIterator<Item = &'w str>) -> Value {
    let values: Vec<_> = names.into_iter().flat_map(spellings).collect();
    // An empty enumeration is not a schema.
    if values.is_empty() { json!(false) } else { json!({ "enum": values }) }
}

/// The schema of a value that is usually one of these names, but may be another.
pub fn suggested<'w>(names: impl IntoIterator<Item = &'w str>, other: Value) -> Value {
    let names = words(names);
    if names == json!(false) { other } else { json!({ "anyOf": [names, other] }) }
}

/// A pattern of a regular expression that matches this text alone.
pub fn literal(text: &str) -> String {
    let mut pattern = String::new();
    for c in text.chars() {
        // With the flag `u`, JavaScript rejects the escapes of other characters.
        if "^$\\.*+?()[]{}|/".contains(c) {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

/// A name as an editor reads it. One that is a number, boolean or null for YAML needs no quotes for
/// the reader.
fn spellings(name: &str) -> Vec<Value> {
    let mut values = vec![Value::from(name)];
    values
        .extend(name.to_ascii_lowercase().parse::<Value>().ok().filter(|value| !value.is_string()));
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_yaml_reads_otherwise_need_no_quotes() {
        assert_eq!(words(["lent", "True", "7"]), json!({ "enum": ["lent", "True", true, "7", 7] }));
        assert_eq!(words([]), json!(false));
    }

    #[test]
    fn patterns_escape_syntax_only() {
        assert_eq!(literal("a.b-c[d]"), r"a\.b-c\[d\]");
    }

    #[test]
    fn other_values_remain_valid() {
        assert_eq!(suggested(["lent"], json!({})), json!({ "anyOf": [{ "enum": ["lent"] }, {}] }));
        assert_eq!(suggested([], json!({ "type": "string" })), json!({ "type": "string" }));
    }
}
