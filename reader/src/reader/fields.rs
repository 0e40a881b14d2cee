//! Reads maps by a table of keys, and reports unknown and missing keys.
//!
//! The callers read the values of the keys.

use crate::diagnostic::Diagnostic;
use crate::node::{Entry, Node};
use crate::span::Span;
use crate::table::{Key, KeyTable};
use crate::words::{are_opposites, quoted};

use super::{MAX_LISTED, Reader, joined};

/// The entries of a map, checked against a table of keys.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'n> {
    /// The whole map.
    pub span: Span,
    table: &'static KeyTable,
    entries: &'n [Entry],
}

impl<'n> Fields<'n> {
    /// The value of a key of the table, if the map has it.
    pub fn get(&self, key: &str) -> Option<&'n Node> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The span of a key of the table.
    pub fn key_span(&self, key: &str) -> Option<Span> {
        self.entry(key).map(|entry| entry.key.span)
    }

    /// Whether the map has a key, which the table may lack.
    pub fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|entry| *entry.key == key)
    }

    fn entry(&self, key: &str) -> Option<&'n Entry> {
        debug_assert!(
            self.table.key(key).is_some(),
            "the table of `{}` has no key `{key}`",
            self.table.name
        );
        self.entries.iter().find(|entry| *entry.key == key)
    }

    /// Whether the table has the key and the map does not.
    fn is_free(&self, key: &str) -> bool {
        self.table.key(key).is_some() && self.entry(key).is_none()
    }
}

impl Reader<'_> {
    /// The fields of a map, checked against a table.
    ///
    /// Unknown and missing keys are reported, but the other fields can be read: `None` only if the node is not a map.
    pub fn table<'n>(&mut self, node: &'n Node, table: &'static KeyTable) -> Option<Fields<'n>> {
        let crate::Value::Map(entries) = &node.value else {
            let keys = joined(&table.names());
            let help = format!("the keys of `{}` are {keys}", table.name);
            self.wrong_shape(node, &format!("a map of `{}`", table.name), Some(help));
            return None;
        };
        let fields = Fields { span: node.span, table, entries };
        for entry in entries {
            if table.key(&entry.key).is_none() {
                self.out.push(unknown_key(entry, &fields));
            }
        }
        let is_missing = |key: &&Key| key.required && fields.entry(key.name).is_none();
        let missing: Vec<_> = table.keys.iter().filter(is_missing).collect();
        if !missing.is_empty() {
            self.out.push(missing_keys(&missing, &fields));
        }
        Some(fields)
    }
}

fn unknown_key(entry: &Entry, fields: &Fields<'_>) -> Diagnostic {
    let table = fields.table;
    let message = format!("`{}` has no key {}", table.name, quoted(&entry.key));
    let found = Diagnostic::error("unknown-key", message, entry.key.span, "unknown key");
    let names = table.names();
    let free = names.iter().copied().filter(|name| fields.is_free(name));
    let (opposite, alike): (Vec<_>, Vec<_>) =
        free.partition(|name| are_opposites(&entry.key, name));
    let found = found.with_suggestion(entry.key.span, &entry.key, alike.into_iter());
    let found = opposite
        .into_iter()
        .fold(found, |found, name| found.with_help(format!("`{name}` has the opposite meaning")));
    let keys = format!("the keys of `{}` are {}", table.name, joined(&names));
    let found = if names.len() > MAX_LISTED {
        found.with_help_without_fix(keys)
    } else {
        found.with_help(keys)
    };
    if is_bare(entry) {
        found.with_help("a text with a comma needs quotes in `{ }`: there a comma ends it")
    } else {
        found
    }
}

/// Whether a key in a flow map has no colon: likely the rest of a text with a comma.
fn is_bare(entry: &Entry) -> bool {
    let (key, value) = (entry.key.span.range(), entry.value.span.range());
    matches!(entry.value.value, crate::Value::Null) && value.is_empty() && value.start == key.end
}

fn missing_keys(missing: &[&Key], fields: &Fields<'_>) -> Diagnostic {
    let names: Vec<_> = missing.iter().map(|key| format!("`{}`", key.name)).collect();
    let names = names.join(", ");
    let message = format!("`{}` lacks {names}", fields.table.name);
    let found = Diagnostic::error("missing-key", message, fields.span, format!("without {names}"));
    missing.iter().fold(found, |found, key| {
        found.with_help(format!("add `{}`, which is {}: {}", key.name, key.shape, key.doc))
    })
}
