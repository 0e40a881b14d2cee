//! A step of a walk, as text of the scenario language.

use serde_json::{Map, Value};

/// A step; without an expectation the call must be accepted.
#[derive(Clone, Debug)]
pub(super) struct StepText {
    entries: Vec<(&'static str, Value)>,
}

impl StepText {
    pub(super) fn call(operation: &str) -> Self {
        Self { entries: vec![("call", operation.into())] }
    }

    /// Sets a key.
    pub(super) fn with(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.entries.push((key, value.into()));
        self
    }

    /// Sets an entry of a key that holds a mapping.
    pub(super) fn entry(mut self, key: &'static str, name: &str, value: &str) -> Self {
        if !self.entries.iter().any(|(known, _)| *known == key) {
            self.entries.push((key, Map::new().into()));
        }
        for (_, entries) in self.entries.iter_mut().filter(|(known, _)| *known == key) {
            entries[name] = value.into();
        }
        self
    }

    /// Adds texts to a key that holds a list; does nothing without texts.
    pub(super) fn texts(self, key: &'static str, texts: impl IntoIterator<Item = String>) -> Self {
        let texts: Vec<Value> = texts.into_iter().map(Value::from).collect();
        if texts.is_empty() { self } else { self.with(key, texts) }
    }

    /// The name for later steps.
    pub(super) fn name(&self) -> Option<&str> {
        self.get("as").and_then(Value::as_str)
    }

    /// Whether the step has an effect only for steps that refer to it.
    pub(super) fn is_for_others(&self) -> bool {
        self.get("finds").is_some()
    }

    pub(super) fn without_name(&self) -> Self {
        let entries = self.entries.iter().filter(|(key, _)| *key != "as");
        Self { entries: entries.cloned().collect() }
    }

    /// Whether the step refers to a need or step of this name.
    pub(super) fn refers_to(&self, name: &str) -> bool {
        let (start, repeats) = (format!("{{{name}."), Value::from(name));
        let others = self.entries.iter().filter(|(key, _)| *key != "as");
        others.into_iter().any(|(key, value)| {
            (*key == "repeats" && *value == repeats) || holds_text(value, &start)
        })
    }

    fn get(&self, key: &str) -> Option<&Value> {
        self.entries.iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// The step as an item of a YAML list.
    pub(super) fn render(&self) -> String {
        let lines = self.entries.iter().enumerate().map(|(position, (key, value))| {
            let lead = if position == 0 { "  - " } else { "    " };
            format!("{lead}{key}: {}\n", flow(value))
        });
        lines.collect()
    }
}

fn holds_text(value: &Value, text: &str) -> bool {
    match value {
        Value::String(found) => found.contains(text),
        Value::Array(items) => items.iter().any(|item| holds_text(item, text)),
        Value::Object(entries) => entries.iter().any(|(key, value)| {
            // A list item of an answer is named without a brace.
            key.contains(&text[1..]) || holds_text(value, text)
        }),
        _ => false,
    }
}

/// The value on one line, in the flow style of YAML.
fn flow(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", "))
        }
        Value::Object(entries) => {
            let entry =
                |(key, value): (&String, &Value)| format!("{}: {}", scalar(key), flow(value));
            format!("{{ {} }}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Value::String(text) => scalar(text),
        other => other.to_string(),
    }
}

/// A text, quoted unless it is a word. A string of JSON is one of YAML.
fn scalar(text: &str) -> String {
    let is_word = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_alphabetic())
            && text.chars().all(|char| char.is_ascii_alphanumeric() || "_.".contains(char))
    };
    let is_other = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(&text);
    if is_word(text) && !is_other { text.to_owned() } else { Value::from(text).to_string() }
}
