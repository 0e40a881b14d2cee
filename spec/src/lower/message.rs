//! The message of a refusal, and what its placeholders stand for.

use super::is_none;
use super::prelude::*;
use crate::message::{Template, TemplateError};
use crate::model::{Placeholder, ValueSource};
use crate::words::WITHOUT_MESSAGE;

/// Help line about the sources of placeholders.
const SOURCES: &str =
    "sources are PART.NAME of the request (`body.title`) and Record.member (`Book.title`)";

impl Lower<'_> {
    /// `is_silent` says whether `not_shown` for the message can be inherited. If it cannot, a missing message is
    /// already reported elsewhere.
    pub(super) fn message(
        &mut self,
        fields: &Fields<'_>,
        place: &Place,
        is_silent: bool,
    ) -> Slot<Option<Template>> {
        let inherits = if is_silent { "errors.message" } else { "" };
        self.slot(place, &Written::new(fields, "message", inherits), |lower, _, node| {
            if is_none(node) {
                return Some(None);
            }
            let text = lower.reader.text(node)?;
            lower.template(&text).map(Some)
        })
    }

    pub(super) fn placeholders(&mut self, fields: &Fields<'_>) -> Vec<Placeholder> {
        self.each(fields, "placeholders", "a map of placeholders", |lower, entry| {
            Some(lower.placeholder(entry))
        })
    }

    fn template(&mut self, text: &Spanned<String>) -> Option<Template> {
        if text.trim().is_empty() {
            let found =
                Diagnostic::error("empty-message", "a message is a text", text.span, "empty");
            self.report(found.with_help(WITHOUT_MESSAGE));
            return None;
        }
        let (part, why) = match Template::parse(text) {
            Ok(template) => return Some(template),
            Err(TemplateError::Unclosed(at)) => (at..at + 1, "`{` without `}`"),
            Err(TemplateError::BadName(start, end)) => {
                (start..end, "a placeholder is a snake_case name in braces")
            }
            Err(TemplateError::Adjacent(at)) => (
                at..text[at..].find('}').map_or(at, |length| at + length) + 1,
                "adjacent placeholders are ambiguous",
            ),
        };
        self.report(
            Diagnostic::error("bad-template", "invalid message template", text.part(part), why)
                .with_help(
                    "a message is text with `{placeholders}`; it cannot contain other braces",
                ),
        );
        None
    }

    fn placeholder(&mut self, entry: &Entry) -> Placeholder {
        let items = self.reader.list(&entry.value, "a list of sources");
        if matches!(&entry.value.value, Value::List(items) if items.is_empty()) {
            let message = format!("the placeholder `{}` has no source", entry.key);
            self.report(
                Diagnostic::error("no-source", message, entry.value.span, "no source")
                    .with_help(SOURCES),
            );
        }
        let sources = items.iter().filter_map(|item| self.value_source(item)).collect();
        Placeholder { name: entry.key.clone(), sources }
    }

    /// `PART.NAME` of the request, or `Record.member`.
    fn value_source(&mut self, node: &Node) -> Option<ValueSource> {
        let text = self.reader.text(node)?;
        self.source_of(&text, MemberUsage::Value)
    }
}
