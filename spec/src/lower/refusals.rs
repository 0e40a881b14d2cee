//! Documented refusals.

use reader::{Diagnostic, Entry, Fields, Node, Span, Spanned, Value, did_you_mean, quoted};

use super::Lower;
use super::slots::{Place, Silences, Written};
use crate::language::ERROR_CASE;
use crate::message::{Template, TemplateError};
use crate::model::{Condition, ErrorCase, Placeholder, Slot, ValueSource};
use crate::places::{part_of, word_in};

/// Help line about the sources of placeholders.
const SOURCES: &str =
    "sources are PART.NAME of the request (`body.title`) and Record.member (`Book.title`)";

/// The words that conditions begin with.
const CONDITIONS: &[&str] = &[
    "missing",
    "blank",
    "malformed",
    "taken",
    "unknown",
    "in",
    "not",
    "repeated",
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
        entries.iter().filter_map(|entry| self.error_case(entry, place, silences)).collect()
    }

    fn error_case(
        &mut self,
        entry: &Entry,
        place: &Place,
        silences: &Silences,
    ) -> Option<ErrorCase> {
        let fields = self.reader.table(&entry.value, &ERROR_CASE)?;
        self.check_name(&entry.key);
        let place =
            place.at("errors").at(&entry.key.value).in_section(self.section(fields.get("source")));
        let namesake = self.namesake(&entry.key.value);
        if namesake.is_none() {
            self.refuse_half_a_case(&fields, &entry.key);
        }
        let indistinct_from = match (fields.get("indistinct_from"), &namesake) {
            (None, Some(case)) => case.indistinct_from.clone(),
            (node, _) => self.texts(node),
        };
        let (when, (message, placeholders)) = match namesake {
            None => (self.when(&fields, &place), self.message(&fields).unwrap_or_default()),
            Some(case) => (
                match fields.get("when") {
                    Some(_) => self.when(&fields, &place),
                    None => case.when,
                },
                self.message(&fields).unwrap_or((case.message, case.placeholders)),
            ),
        };
        let written = Written {
            name: "status",
            inherits: "errors.status",
            node: fields.get("status"),
            owner: fields.span,
        };
        let status = self.slot(&place, silences, &written, |lower, _, node| {
            lower.status("refusal", (200, 599), node)
        });
        Some(ErrorCase {
            id: entry.key.value.clone(),
            when,
            message,
            placeholders,
            status,
            indistinct_from,
            section: place.section,
            span: entry.key.span,
        })
    }

    /// The service's case of the same name, whose condition and message an operation can omit.
    fn namesake(&self, id: &str) -> Option<ErrorCase> {
        let mut cases = self.service_errors.iter();
        cases.find(|case| case.id == id).cloned()
    }

    fn refuse_half_a_case(&mut self, fields: &Fields<'_>, name: &Spanned<String>) {
        let is_missing = |key: &&str| fields.get(key).is_none();
        let missing: Vec<&str> = ["when", "message"].into_iter().filter(is_missing).collect();
        if missing.is_empty() {
            return;
        }
        let missing = format!("`{}`", missing.join("` and `"));
        let diagnostic = Diagnostic::error(
            "half-an-error-case",
            format!("the error case `{}` has no {missing}", name.value),
            name.span,
            format!("without {missing}"),
        )
        .with_help("add it; only a case with the name of a service's case can omit it");
        let services: Vec<String> =
            self.service_errors.iter().map(|service_error| service_error.id.clone()).collect();
        let services = services.iter().map(String::as_str);
        self.report(match did_you_mean(&name.value, services) {
            Some(near) => diagnostic.with_fix(name.span, near, format!("did you mean `{near}`?")),
            None => diagnostic,
        });
    }

    fn when(&mut self, fields: &Fields<'_>, place: &Place) -> Slot<Condition> {
        let written =
            Written { name: "when", inherits: "", node: fields.get("when"), owner: fields.span };
        self.slot(place, &Silences::default(), &written, |lower, _, node| {
            let text = lower.reader.text(node)?;
            lower.condition(&text)
        })
    }

    /// The message and what its placeholders stand for, if it is written; an empty one if it cannot be read.
    fn message(&mut self, fields: &Fields<'_>) -> Option<(Template, Vec<Placeholder>)> {
        let message = fields.get("message").map(|node| {
            let text = self.reader.text(node);
            let template = text.and_then(|text| self.template(&text));
            template.unwrap_or_default()
        });
        let placeholders = self.placeholders(fields.get("placeholders"));
        Some((message?, placeholders))
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
            ["in", "state", record, state] => Some(Condition::InState {
                record: (*record).to_owned(),
                state: (*state).to_owned(),
            }),
            ["repeated"] => Some(Condition::Repeated),
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
                "adjacent placeholders are ambiguous",
            ),
        };
        let span = part_of(&text.value, text.span, part);
        self.report(
            Diagnostic::error("bad-template", "invalid message template", span, why).with_help(
                "a message is text with `{placeholders}`; it cannot contain other braces",
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
                        format!("the placeholder `{}` has no source", entry.key.value),
                        entry.value.span,
                        "no source",
                    )
                    .with_help(SOURCES),
                );
            }
            let texts: Vec<Spanned<String>> =
                items.iter().filter_map(|item| self.reader.text(item)).collect();
            let sources =
                texts.iter().filter_map(|text| self.value_source(&text.value, text.span)).collect();
            placeholders.push(Placeholder { name: entry.key.value.clone(), sources });
        }
        placeholders
    }

    /// `PART.NAME` of the request, or `Record.member`.
    fn value_source(&mut self, text: &str, span: Span) -> Option<ValueSource> {
        match text.split_once('.') {
            Some((record, field)) if record.starts_with(|c: char| c.is_ascii_uppercase()) => {
                Some(ValueSource::Record { record: record.to_owned(), field: field.to_owned() })
            }
            _ => self.input_ref(text, span).map(ValueSource::Input),
        }
    }
}

fn bad_condition(text: &Spanned<String>, words: &[&str]) -> Diagnostic {
    let found = Diagnostic::error(
        "bad-condition",
        format!("{} is not a condition", quoted(&text.value)),
        text.span,
        "unknown condition",
    );
    let first = words.first().copied().unwrap_or_default();
    let near = did_you_mean(first, CONDITIONS.iter().copied());
    if let Some(near) = near.filter(|near| *near != first) {
        let span = word_in(&text.value, text.span, first);
        return found.with_fix(span, near, format!("did you mean `{near}`?"));
    }
    found
        .with_help("about an input: `missing`, `blank`, `malformed`, `taken` or `unknown`, then PART.NAME")
        .with_help("about a record or the key: `in state RECORD STATE`, `not in state RECORD STATE`, `repeated`, `key absent`, `key invalid`, `key userless`")
        .with_help("anything else: `\"prose: TEXT\"`")
}
