//! Documented refusals.

use reader::{Diagnostic, Entry, Node, Span, Spanned, Value, did_you_mean, quoted};

use super::Lower;
use super::slots::{Place, Silences, Written};
use crate::language::ERROR_CASE;
use crate::message::{Template, TemplateError};
use crate::model::{Condition, ErrorCase, Placeholder, ValueSource};
use crate::places::{part_of, word_in};

/// What a placeholder can stand for, as a help line says it.
const SOURCES: &str =
    "sources are PART.NAME of the request (`body.title`) and Record.member (`Book.title`)";

/// The words that conditions begin with.
const CONDITIONS: &[&str] = &[
    "missing",
    "blank",
    "malformed",
    "taken",
    "unknown",
    "not",
    "key",
    "prose:",
];

impl Lower<'_> {
    pub(super) fn error_cases(
        &mut self,
        node: Option<&Node>,
        place: &Place,
        silences: &Silences,
    ) -> Vec<ErrorCase> {
        let Some(node) = node else { return Vec::new() };
        let entries = self.reader.entries(node, "a map of error cases");
        entries
            .iter()
            .filter_map(|entry| self.error_case(entry, place, silences))
            .collect()
    }

    fn error_case(
        &mut self,
        entry: &Entry,
        place: &Place,
        silences: &Silences,
    ) -> Option<ErrorCase> {
        let fields = self.reader.table(&entry.value, &ERROR_CASE)?;
        self.check_name(&entry.key);
        let place = place
            .at("errors")
            .at(&entry.key.value)
            .in_section(self.section(fields.get("source")));
        let when = fields.get("when").and_then(|node| self.reader.text(node));
        let when = when.and_then(|text| self.condition(&text));
        let message = fields.get("message");
        let message = message.and_then(|node| self.reader.text(node));
        let message = message.and_then(|text| self.template(&text));
        let placeholders = self.placeholders(fields.get("where"));
        let written = Written {
            name: "status",
            inherits: "errors.status",
            node: fields.get("status"),
            owner: fields.span,
        };
        let status = self.slot(&place, silences, &written, |lower, _, node| {
            lower.status(node)
        });
        Some(ErrorCase {
            id: entry.key.value.clone(),
            when: when.unwrap_or_else(|| Condition::Prose(String::new())),
            message: message.unwrap_or(Template { pieces: Vec::new() }),
            placeholders,
            status,
            section: place.section,
            span: entry.key.span,
        })
    }

    fn condition(&mut self, text: &Spanned<String>) -> Option<Condition> {
        let words: Vec<&str> = text.value.split_whitespace().collect();
        let mut about = |input: &str| {
            let span = word_in(&text.value, text.span, input);
            self.input_ref(input, span)
        };
        match words.as_slice() {
            ["missing", input] => about(input).map(Condition::Missing),
            ["blank", input] => about(input).map(Condition::Blank),
            ["malformed", input] => about(input).map(Condition::Malformed),
            ["taken", input] => about(input).map(Condition::Taken),
            ["unknown", input] => about(input).map(Condition::Unknown),
            ["not", "in", "state", record, state] => Some(Condition::NotInState {
                record: (*record).to_owned(),
                state: (*state).to_owned(),
            }),
            ["key", "absent"] => Some(Condition::KeyAbsent),
            ["key", "invalid"] => Some(Condition::KeyInvalid),
            ["key", "userless"] => Some(Condition::KeyUserless),
            ["prose:", ..] => {
                let prose = text.value.trim_start().strip_prefix("prose:")?;
                Some(Condition::Prose(prose.trim().to_owned()))
            }
            _ => {
                self.report(bad_condition(text, &words));
                None
            }
        }
    }

    fn template(&mut self, text: &Spanned<String>) -> Option<Template> {
        let (part, why) = match Template::parse(&text.value) {
            Ok(template) => return Some(template),
            Err(TemplateError::Unclosed(at)) => (at..at + 1, "`{` without `}`"),
            Err(TemplateError::BadName(start, end)) => {
                (start..end, "a placeholder is a snake_case name in braces")
            }
            Err(TemplateError::Adjacent(at)) => (
                at..text.value[at..].find('}').map_or(at, |length| at + length) + 1,
                "two placeholders with nothing between cannot be told apart",
            ),
        };
        let span = part_of(&text.value, text.span, part);
        self.report(
            Diagnostic::error("bad-template", "the message is no template", span, why).with_help(
                "a message is text with `{placeholders}`; it cannot hold braces of its own",
            ),
        );
        None
    }

    fn placeholders(&mut self, node: Option<&Node>) -> Vec<Placeholder> {
        let Some(node) = node else { return Vec::new() };
        let mut placeholders = Vec::new();
        for entry in self.reader.entries(node, "a map of placeholders") {
            let items = self.reader.list(&entry.value, "a list of sources");
            if matches!(&entry.value.value, Value::List(items) if items.is_empty()) {
                self.report(
                    Diagnostic::error(
                        "no-source",
                        format!("the placeholder `{}` stands for nothing", entry.key.value),
                        entry.value.span,
                        "no source",
                    )
                    .with_help(SOURCES),
                );
            }
            let texts: Vec<Spanned<String>> = items
                .iter()
                .filter_map(|item| self.reader.text(item))
                .collect();
            let sources = texts
                .iter()
                .filter_map(|text| self.value_source(&text.value, text.span))
                .collect();
            placeholders.push(Placeholder {
                name: entry.key.value.clone(),
                sources,
            });
        }
        placeholders
    }

    /// `PART.NAME` of the request, or `Record.member`.
    fn value_source(&mut self, text: &str, span: Span) -> Option<ValueSource> {
        match text.split_once('.') {
            Some((record, field)) if record.starts_with(|c: char| c.is_ascii_uppercase()) => {
                Some(ValueSource::Record {
                    record: record.to_owned(),
                    field: field.to_owned(),
                })
            }
            _ => self.input_ref(text, span).map(ValueSource::Input),
        }
    }
}

fn bad_condition(text: &Spanned<String>, words: &[&str]) -> Diagnostic {
    let found = Diagnostic::error(
        "bad-condition",
        format!("{} is no condition", quoted(&text.value)),
        text.span,
        "not understood",
    );
    let first = words.first().copied().unwrap_or_default();
    let near = did_you_mean(first, CONDITIONS.iter().copied());
    if let Some(near) = near.filter(|near| *near != first) {
        let span = word_in(&text.value, text.span, first);
        return found.with_fix(span, near, format!("did you mean `{near}`?"));
    }
    found
        .with_help("about an input: `missing`, `blank`, `malformed`, `taken` or `unknown`, then PART.NAME")
        .with_help("about the world: `not in state RECORD STATE`, `key absent`, `key invalid`, `key userless`")
        .with_help("anything else: `\"prose: TEXT\"`")
}
