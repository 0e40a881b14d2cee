//! The message of an event, and its other fields in the format of the line.

use std::fmt::{self, Write as _};

use tracing::field::{Field, Visit};

/// Format of a line, with colors decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Human { color: bool },
    Json,
}

/// The formatted parts of a line.
pub(super) struct Fields {
    form: Form,
    pub(super) message: String,
    /// The other fields, each with its separator.
    pub(super) rest: String,
}

impl Fields {
    pub(super) fn new(form: Form) -> Fields {
        Fields { form, message: String::new(), rest: String::new() }
    }

    pub(super) fn text(&mut self, name: &str, value: &str) {
        match self.form {
            Form::Json => self.bare(name, &json(value)),
            Form::Human { .. } if is_plain(value) => self.bare(name, value),
            Form::Human { .. } => self.bare(name, &format!("{value:?}")),
        }
    }

    /// Adds a field whose value needs no quoting.
    pub(super) fn bare(&mut self, name: &str, value: &str) {
        let rest = &mut self.rest;
        // Writing to a `String` cannot fail.
        let _ = match self.form {
            Form::Json => write!(rest, ",\"{name}\":{value}"),
            Form::Human { .. } => write!(rest, " {name}={value}"),
        };
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "message" => value.clone_into(&mut self.message),
            name => self.text(name, value),
        }
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.bare(field.name(), &format!("{value:.3}"));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.bare(field.name(), &value.to_string());
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.bare(field.name(), &value.to_string());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.bare(field.name(), if value { "true" } else { "false" });
    }
}

/// The text as a JSON string.
pub(super) fn json(text: &str) -> String {
    // Serializing a text cannot fail.
    serde_json::to_string(text).unwrap_or_default()
}

/// Whether a text is readable without quotes.
fn is_plain(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '=');
    !text.is_empty() && text.chars().all(fits)
}
