//! A call of a derived scenario and its expected outcome.

use serde_yaml::{Mapping, Value};

use super::render::flow;

/// Longest line of a step before its value is broken into lines.
const LINE: usize = 120;

/// A step; without an expectation the call must be accepted.
#[derive(Clone, Debug)]
pub(crate) struct Step(Mapping);

impl Step {
    /// A call of an operation.
    pub(crate) fn call(operation: &str) -> Self {
        Self(Mapping::from_iter([("call".into(), operation.into())]))
    }

    /// Sets a key of the scenario language.
    pub(crate) fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.0.insert(key.into(), value.into());
        self
    }

    /// Leaves a key out.
    pub(crate) fn without(mut self, key: &str) -> Self {
        self.0.remove(key);
        self
    }

    /// Sets an entry of a key that holds a mapping: `path`, `query`, `body`, `equals`, ...
    pub(crate) fn entry(mut self, key: &str, name: &str, value: impl Into<Value>) -> Self {
        let entries = self.0.entry(key.into()).or_insert_with(|| Mapping::new().into());
        if let Value::Mapping(entries) = entries {
            entries.insert(name.into(), value.into());
        }
        self
    }

    /// Names the step for later ones.
    pub(crate) fn named(self, name: &str) -> Self {
        self.with("as", name)
    }

    /// Whether it names clauses that its outcome proves or disproves.
    pub(crate) fn checks(&self) -> bool {
        ["proves", "keeps"].iter().any(|key| self.0.contains_key(*key))
    }

    /// Sets a parameter of the path.
    pub(crate) fn path(self, name: &str, value: impl Into<Value>) -> Self {
        self.entry("path", name, value)
    }

    /// Sets a query parameter.
    pub(crate) fn query(self, name: &str, value: impl Into<Value>) -> Self {
        self.entry("query", name, value)
    }

    /// Sets a member of the body.
    pub(crate) fn body(self, name: &str, value: impl Into<Value>) -> Self {
        self.entry("body", name, value)
    }

    /// Expects nothing of a refusal: the document does not say that the call is accepted.
    pub(crate) fn perhaps(self) -> Self {
        self.with("perhaps", true)
    }

    /// Expects a documented refusal.
    pub(crate) fn refused(self, case: &str) -> Self {
        self.with("refused", case)
    }

    /// Expects the texts in the answer.
    pub(crate) fn shows<T: Into<Value>>(self, texts: impl IntoIterator<Item = T>) -> Self {
        self.with("shows", texts.into_iter().map(Into::into).collect::<Vec<Value>>())
    }

    /// Whether it calls the operation.
    pub(crate) fn calls(&self, operation: &str) -> bool {
        self.0.get("call").and_then(Value::as_str) == Some(operation)
    }

    /// Whether it refers to the step of that name.
    pub(super) fn refers_to(&self, name: &str) -> bool {
        let names_it = |key| self.0.get(key).and_then(Value::as_str) == Some(name);
        // A list item is selected by a reference without braces.
        let references = [format!("{{{name}."), format!("[{name}.")];
        let holds_it = self
            .0
            .values()
            .map(flow)
            .any(|value| references.iter().any(|reference| value.contains(reference)));
        holds_it || ["same_as", "repeats", "unchanged_since"].into_iter().any(names_it)
    }

    /// The step as an item of a YAML list. A name that nothing refers to would be an error.
    pub(super) fn render(&self, is_named: &dyn Fn(&str) -> bool, out: &mut String) {
        let is_shown = |key: &Value, value: &Value| {
            key.as_str() != Some("as") || value.as_str().is_some_and(is_named)
        };
        let entries = self.0.iter().filter(|(key, value)| is_shown(key, value));
        for (position, (key, value)) in entries.enumerate() {
            let key = flow(key);
            out.push_str(if position == 0 { "  - " } else { "    " });
            out.push_str(&key);
            out.push(':');
            let text = flow(value);
            match value {
                Value::Mapping(entries) if text.len() + key.len() > LINE => {
                    for (name, value) in entries {
                        out.push_str(&format!("\n      {}: {}", flow(name), flow(value)));
                    }
                }
                Value::Sequence(items) if text.len() + key.len() > LINE => {
                    for item in items {
                        out.push_str(&format!("\n      - {}", flow(item)));
                    }
                }
                _ => out.push_str(&format!(" {text}")),
            }
            out.push('\n');
        }
    }
}
