//! Documented refusals.

use super::calculation::{Names, is_comparison};
use super::is_none;
use super::prelude::*;
use crate::language::ERROR_CASE;
use crate::model::{Condition, Constraint, Defect, ErrorCase, InputPart, InputRef, NamedInput};
use crate::words::WITHOUT_MESSAGE;

/// The words that conditions begin with.
const CONDITIONS: [&str; 12] = [
    "missing",
    "blank",
    "malformed",
    "breaks",
    "invalid",
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
            self.refuse_half_a_case(&fields, &entry.key, &place);
        }
        let indistinct_from = match (fields.get("indistinct_from"), &namesake) {
            (None, Some(case)) => case.indistinct_from.clone(),
            _ => self.texts(&fields, "indistinct_from"),
        };
        let message_span = fields.get("message").map_or(entry.key.span, |node| node.span);
        let when = match &namesake {
            Some(case) if fields.get("when").is_none() => case.when.clone().at(entry.key.span),
            _ => self.when(&fields, &place),
        };
        let is_silent = place.silence("errors.message").is_some();
        let (message, placeholders) = match &namesake {
            Some(case) if fields.get("message").is_none() => {
                (case.message.clone().at(entry.key.span), case.placeholders.clone())
            }
            _ => (self.message(&fields, &place, is_silent), self.placeholders(&fields)),
        };
        let is_empty = message.value() == Some(&None);
        let field = match &namesake {
            Some(case) if fields.get("field").is_none() => {
                case.field.clone().map(|field| field.at(entry.key.span))
            }
            _ if is_empty => self.refuse_member(&fields, "field"),
            _ => self.case_field(&fields, &place, when.value()),
        };
        let names_nothing = field.as_ref().and_then(Slot::value) == Some(&NamedInput::Nothing);
        let code = match &namesake {
            Some(case) if fields.get("code").is_none() => {
                case.code.clone().map(|code| code.at(entry.key.span))
            }
            _ if is_empty => self.refuse_member(&fields, "code"),
            _ if names_nothing && self.has_codes_in_entries => self.refuse_code(&fields),
            _ => self.code(&fields, &place),
        };
        let status = Written::new(&fields, "status", "errors.status");
        let status =
            self.slot(&place, &status, |lower, _, node| lower.status("refusal", (200, 599), node));
        if is_empty && let Some(fact) = status.fact().filter(|fact| fact.value < 300) {
            let text = format!("the refusal `{}` cannot be told from a success", entry.key);
            let found = Diagnostic::error("refusal-like-success", text, fact.span, "a success");
            self.report(found.with_label(message_span, "an empty body"));
        }
        Some(ErrorCase {
            id: entry.key.value.clone(),
            when,
            message,
            message_span,
            placeholders,
            code,
            field,
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

    /// The input that a case names; `None` if errors of the service name no input.
    fn case_field(
        &mut self,
        fields: &Fields<'_>,
        place: &Place,
        when: Option<&Condition>,
    ) -> Option<Slot<NamedInput>> {
        if self.has_fields == Some(true) {
            let field = Written::new(fields, "field", "errors.field");
            return Some(self.slot(place, &field, |lower, _, node| lower.named_input(node, when)));
        }
        if let Some(span) = fields.key_span("field").filter(|_| self.has_fields.is_some()) {
            let message = "errors of this service name no input";
            self.report(
                Diagnostic::error("field-without-member", message, span, "no member for it")
                    .with_help("name the member in `service.yaml`: `error_body: { member: message, field: field, field_present: false }`"),
            );
        }
        None
    }

    fn named_input(&mut self, node: &Node, when: Option<&Condition>) -> Option<NamedInput> {
        if is_none(node) {
            return Some(NamedInput::Nothing);
        }
        let text = self.reader.text(node)?;
        if *text == "input" {
            let is_about_one = when.is_none_or(|when| {
                when.input().is_some() || matches!(when, Condition::OfAny { .. })
            });
            if !is_about_one {
                let message = "the condition is about no input";
                self.report(
                    Diagnostic::error("no-input-to-name", message, text.span, "which one?")
                        .with_help("name the input as PART.NAME, or write `field: none`"),
                );
                return None;
            }
            return Some(NamedInput::OfCondition);
        }
        // A member of an object in an input has a further `.`.
        let mut names = text.splitn(3, '.');
        let outer: Vec<&str> = names.by_ref().take(2).collect();
        let input = self.input_ref(&outer.join("."), text.span)?;
        let inner = names.next().map_or_else(String::new, |inner| format!(".{inner}"));
        Some(NamedInput::Input(InputRef::new(input.part, &format!("{}{inner}", input.name))))
    }

    /// Reports the code of a case without an entry in the list of errors, where entries have the codes.
    fn refuse_code<T>(&mut self, fields: &Fields<'_>) -> Option<T> {
        if let Some(span) = fields.key_span("code") {
            let message = "a refusal without an entry has no code";
            let found = Diagnostic::error("code-without-entry", message, span, "no place for it");
            self.report(found.with_help("remove `code`, or name the input with `field`"));
        }
        None
    }

    /// Reports a key that describes a member of an empty body.
    fn refuse_member<T>(&mut self, fields: &Fields<'_>, key: &str) -> Option<T> {
        if let Some(span) = fields.key_span(key) {
            let message = format!("a refusal with an empty body has no {key}");
            let found = Diagnostic::error("member-of-empty-body", message, span, "no place for it");
            self.report(found.with_help(format!("remove `{key}`, or state the message")));
        }
        None
    }

    fn refuse_half_a_case(&mut self, fields: &Fields<'_>, name: &Spanned<String>, place: &Place) {
        let mut missing = vec!["when", "message"];
        missing.retain(|key| fields.get(key).is_none());
        missing.retain(|key| *key == "when" || place.silence("errors.message").is_none());
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

    fn condition(&mut self, text: &Spanned<String>) -> Option<Condition> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if let [word, input, constraint @ ..] = words.as_slice()
            && let Some(part) = any_input(input)
        {
            return self.of_any(text, (word, part), constraint);
        }
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
            ["invalid", input] => Condition::Invalid(self.input_ref(input, text.word(input))?),
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
            ["key", "of", kind] => self.of_key(text, Condition::KeyOf((*kind).to_owned())),
            ["prose:", ..] => {
                let prose = text.trim_start().strip_prefix("prose:")?;
                Condition::Prose(prose.trim().to_owned())
            }
            words if is_comparison(words) => {
                Condition::Compares(self.comparison_of(text, words, Names::OF_CONDITION)?)
            }
            _ => {
                self.report(bad_condition(text, &words));
                return None;
            }
        })
    }

    /// A condition about any input.
    fn of_any(
        &mut self,
        text: &Spanned<String>,
        (word, part): (&str, Option<InputPart>),
        constraint: &[&str],
    ) -> Option<Condition> {
        let defect = match (word, constraint) {
            ("missing", []) => Defect::Missing,
            ("invalid", []) => Defect::Invalid,
            ("unknown", []) => Defect::Unknown,
            ("breaks", []) => Defect::Breaks(None),
            ("breaks", [word]) => Defect::Breaks(Some(self.constraint(text, word)?)),
            _ => {
                let message = format!("{} is not a condition", quoted(text));
                let help = "`missing`, `breaks`, `invalid` and `unknown` can be about any input: `invalid *`, `unknown path.*`";
                let found = Diagnostic::error("bad-condition", message, text.span, "of any input");
                self.report(found.with_help(help));
                return None;
            }
        };
        let (message, label, help) = match part {
            Some(InputPart::Path) if defect != Defect::Unknown => (
                format!("inputs in the path cannot be `{word}`"),
                "in the path",
                "write `unknown path.*`, or name the parameter",
            ),
            Some(InputPart::Header) => (
                format!("{} is about no input", quoted(text)),
                "in a header",
                "name the header in the error case of the operation: `breaks header.NAME`",
            ),
            _ => return Some(Condition::OfAny { defect, part }),
        };
        let found = Diagnostic::error("bad-condition", message, text.span, label);
        self.report(found.with_help(help));
        None
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
}

/// The part of the request: `Some(Some(_))` for `PART.*`, `Some(None)` for `*`, and `None` for any other word.
fn any_input(word: &str) -> Option<Option<InputPart>> {
    if word == "*" {
        return Some(None);
    }
    let part = word.strip_suffix(".*")?;
    InputPart::ALL.into_iter().find(|known| known.name() == part).map(Some)
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
        .with_help("about an input: `missing`, `blank`, `malformed`, `breaks`, `invalid`, `taken` or `unknown`, then PART.NAME")
        .with_help("about a record or the key: `in state RECORD STATE`, `not in state RECORD STATE`, `repeated`, `key absent`, `key invalid`, `key userless`, or a comparison: `Item.quantity differs_from 0`, `Item.quantity + body.delta outside 0 to 100`")
        .with_help("anything else: `\"prose: TEXT\"`")
}
