//! Documented refusals.

use super::prelude::*;
use crate::language::ERROR_CASE;
use crate::message::{Template, TemplateError};
use crate::model::{Condition, Constraint, ErrorCase, Placeholder, ValueSource};
use crate::words::WITHOUT_MESSAGE;

/// Help line about the sources of placeholders.
const SOURCES: &str =
    "sources are PART.NAME of the request (`body.title`) and Record.member (`Book.title`)";

/// The words that conditions begin with.
const CONDITIONS: [&str; 11] = [
    "missing",
    "blank",
    "malformed",
    "breaks",
    "taken",
    "unknown",
    "in",
    "not",
    "repeated",
    "key",
    "prose:",
];

impl Lower<'_> {
    pub(super) fn error_cases(&mut self, fields: &Fields<'_>, place: &Place) -> Vec<ErrorCase> {
        self.each(fields, "errors", "a map of error cases", |lower, entry| {
            lower.error_case(entry, place)
        })
    }

    fn error_case(&mut self, entry: &Entry, place: &Place) -> Option<ErrorCase> {
        let fields = self.reader.table(&entry.value, &ERROR_CASE)?;
        self.check_name(&entry.key);
        let place = self.sourced(&fields, &place.at("errors").at(&entry.key));
        // The service's case of the same name, whose condition and message an operation can omit.
        let mut services = self.service_errors.iter();
        let namesake = services.find(|case| case.id == entry.key.value).cloned();
        if namesake.is_none() {
            self.refuse_half_a_case(&fields, &entry.key);
        }
        let indistinct_from = match (fields.get("indistinct_from"), &namesake) {
            (None, Some(case)) => case.indistinct_from.clone(),
            _ => self.texts(&fields, "indistinct_from"),
        };
        let written = self.message(&fields);
        let message_span = fields.get("message").map_or(entry.key.span, |node| node.span);
        let when = match &namesake {
            Some(case) if fields.get("when").is_none() => case.when.clone().at(entry.key.span),
            _ => self.when(&fields, &place),
        };
        let code = match &namesake {
            Some(case) if fields.get("code").is_none() => {
                case.code.clone().map(|code| code.at(entry.key.span))
            }
            _ => self.code(&fields, &place),
        };
        let inherited = || namesake.map(|case| (case.message, case.placeholders));
        let (message, placeholders) = written.or_else(inherited).unwrap_or_default();
        let status = Written::new(&fields, "status", "errors.status");
        let status =
            self.slot(&place, &status, |lower, _, node| lower.status("refusal", (200, 599), node));
        Some(ErrorCase {
            id: entry.key.value.clone(),
            when,
            message,
            message_span,
            placeholders,
            code,
            status,
            indistinct_from,
            section: place.section,
            span: entry.key.span,
        })
    }

    /// The code of a case; `None` where errors have none.
    fn code(&mut self, fields: &Fields<'_>, place: &Place) -> Option<Slot<String>> {
        if self.has_codes == Some(true) {
            let code = Written::new(fields, "code", "errors.code");
            return Some(self.slot(place, &code, |lower, _, node| {
                let text = lower.reader.text(node)?;
                if text.trim().is_empty() {
                    let message = "a code is a text";
                    let found = Diagnostic::error("empty-code", message, text.span, "empty");
                    lower.report(found.with_help(
                        "write the code of this error, or `code: not_shown` if the document does not show it",
                    ));
                    return None;
                }
                Some(text.value)
            }));
        }
        if let Some(span) = fields.key_span("code").filter(|_| self.has_codes.is_some()) {
            let message = "errors of this service have no code";
            self.report(
                Diagnostic::error("code-without-member", message, span, "no member for it")
                    .with_help("name the member with the code in `service.yaml`: `error_body: { member: message, code: code }`"),
            );
        }
        None
    }

    fn refuse_half_a_case(&mut self, fields: &Fields<'_>, name: &Spanned<String>) {
        let mut missing = vec!["when", "message"];
        missing.retain(|key| fields.get(key).is_none());
        if missing.is_empty() {
            return;
        }
        let missing = format!("`{}`", missing.join("` and `"));
        let message = format!("the error case `{name}` has no {missing}");
        let label = format!("without {missing}");
        let services = self.service_errors.iter().map(|case| case.id.as_str());
        let found = Diagnostic::error("half-an-error-case", message, name.span, label)
            .with_help("add it; only a case with the name of a service's case can omit it")
            .with_help(WITHOUT_MESSAGE)
            .with_suggestion(name.span, name, services);
        self.report(found);
    }

    fn when(&mut self, fields: &Fields<'_>, place: &Place) -> Slot<Condition> {
        self.slot(place, &Written::new(fields, "when", ""), |lower, _, node| {
            let text = lower.reader.text(node)?;
            lower.condition(&text)
        })
    }

    /// The message and what its placeholders stand for, if it is written; an empty one if it cannot be read.
    fn message(&mut self, fields: &Fields<'_>) -> Option<(Template, Vec<Placeholder>)> {
        let message = fields.get("message").map(|node| {
            let text = self.reader.text(node);
            text.and_then(|text| self.template(&text)).unwrap_or_default()
        });
        let placeholders =
            self.each(fields, "placeholders", "a map of placeholders", |lower, entry| {
                Some(lower.placeholder(entry))
            });
        Some((message?, placeholders))
    }

    fn condition(&mut self, text: &Spanned<String>) -> Option<Condition> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Some(match words.as_slice() {
            ["missing", input] => Condition::Missing(self.input_ref(input, text.word(input))?),
            ["blank", input] => Condition::Blank(self.input_ref(input, text.word(input))?),
            ["malformed", input] => Condition::Malformed(self.input_ref(input, text.word(input))?),
            ["breaks", input, constraint @ ..] if constraint.len() < 2 => {
                let constraint = match constraint {
                    [word, ..] => Some(self.constraint(text, word)?),
                    [] => None,
                };
                let input = self.input_ref(input, text.word(input))?;
                Condition::Breaks { input, constraint }
            }
            ["taken", input] => Condition::Taken(self.input_ref(input, text.word(input))?),
            ["unknown", input] => Condition::Unknown(self.input_ref(input, text.word(input))?),
            ["not", "in", "state", record, state] => {
                let (record, state) = self.record_in_state(text, record, state);
                Condition::NotInState { record, state }
            }
            ["in", "state", record, state] => {
                let (record, state) = self.record_in_state(text, record, state);
                Condition::InState { record, state }
            }
            ["repeated"] => Condition::Repeated,
            ["key", "absent"] => self.of_key(text, Condition::KeyAbsent),
            ["key", "invalid"] => self.of_key(text, Condition::KeyInvalid),
            ["key", "userless"] => self.of_key(text, Condition::KeyUserless),
            ["prose:", ..] => {
                let prose = text.trim_start().strip_prefix("prose:")?;
                Condition::Prose(prose.trim().to_owned())
            }
            _ => {
                self.report(bad_condition(text, &words));
                return None;
            }
        })
    }

    /// A condition about the key; reports it where the service has none.
    fn of_key(&mut self, text: &Spanned<String>, condition: Condition) -> Condition {
        if let Some(no_key) = self.keyless.as_ref().map(|key| key.span) {
            let message = "no request is refused for its key where the service has none";
            self.report(
                Diagnostic::error("unexpected-key", message, text.span, "about a key")
                    .with_label(no_key, "no key")
                    .with_help("remove the error case, or describe the key in `service.yaml`"),
            );
        }
        condition
    }

    fn constraint(&mut self, text: &Spanned<String>, word: &str) -> Option<Constraint> {
        let found = Constraint::ALL.into_iter().find(|known| known.name() == word);
        if found.is_none() {
            let (message, span) = (format!("unknown constraint `{word}`"), text.word(word));
            let words = Constraint::WORDS.iter().copied();
            self.report(
                Diagnostic::error("unknown-word", message, span, "not a constraint")
                    .with_suggestion(span, word, words)
                    .with_help_without_fix(format!("expected {}", Constraint::WORDS.join(", "))),
            );
        }
        found
    }

    /// Notes the record and the state that a condition names.
    fn record_in_state(
        &mut self,
        text: &Spanned<String>,
        record: &str,
        state: &str,
    ) -> (String, String) {
        let spanned = |word: &str| Spanned::new(word.to_owned(), text.word(word));
        self.references.records.push(spanned(record));
        self.state(record, spanned(state), false);
        (record.to_owned(), state.to_owned())
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
        match text.split_once('.') {
            Some((record, field)) if record.starts_with(|c: char| c.is_ascii_uppercase()) => {
                let (record, field) = (record.to_owned(), field.to_owned());
                self.references.records.push(Spanned::new(record.clone(), text.word(&record)));
                self.references.members.push(MemberReference {
                    record: record.clone(),
                    member: Spanned::new(field.clone(), text.word(&field)),
                    usage: MemberUsage::Value,
                });
                Some(ValueSource::Record { record, field })
            }
            _ => self.input_ref(&text, text.word(&text)).map(ValueSource::Input),
        }
    }
}

fn bad_condition(text: &Spanned<String>, words: &[&str]) -> Diagnostic {
    let message = format!("{} is not a condition", quoted(text));
    let found = Diagnostic::error("bad-condition", message, text.span, "unknown condition");
    let first = words.first().copied().unwrap_or_default();
    let near = did_you_mean(first, CONDITIONS.into_iter());
    if let Some(near) = near.filter(|near| *near != first) {
        let span: Span = text.word(first);
        return found.with_fix(span, near, format!("did you mean `{near}`?"));
    }
    found
        .with_help("about an input: `missing`, `blank`, `malformed`, `breaks`, `taken` or `unknown`, then PART.NAME")
        .with_help("about a record or the key: `in state RECORD STATE`, `not in state RECORD STATE`, `repeated`, `key absent`, `key invalid`, `key userless`")
        .with_help("anything else: `\"prose: TEXT\"`")
}
