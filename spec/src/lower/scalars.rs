//! Small readers: names, lists of texts, statuses, references to inputs.

use reader::{Diagnostic, Fields, Node, Span, Spanned, did_you_mean, quoted};

use super::Lower;
use crate::model::{Identifier, InputPart, InputRef, Section, TimestampForm};
use crate::places::part_of;

impl Lower<'_> {
    /// A snake_case name.
    pub(super) fn name(&mut self, node: &Node) -> Option<Spanned<String>> {
        let name = self.reader.text(node)?;
        self.check_name(&name).then_some(name)
    }

    /// Reports a name that is not snake_case.
    pub(super) fn check_name(&mut self, name: &Spanned<String>) -> bool {
        let legal = name.value.starts_with(|c: char| c.is_ascii_lowercase())
            && name
                .value
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        if !legal {
            self.report(
                Diagnostic::error(
                    "bad-name",
                    format!("`{}` is not a snake_case name", name.value),
                    name.span,
                    "used in ids and in code",
                )
                .with_help("lower-case letters, digits and `_`, starting with a letter"),
            );
        }
        legal
    }

    /// A list of texts; empty when the key is not there.
    pub(super) fn texts(&mut self, node: Option<&Node>) -> Vec<String> {
        let Some(node) = node else { return Vec::new() };
        let items = self.reader.list(node, "a list of texts");
        items.iter().filter_map(|item| self.reader.text(item)).map(|text| text.value).collect()
    }

    /// Text of an optional key, empty when it is not there.
    pub(super) fn optional_text(&mut self, node: Option<&Node>) -> String {
        node.and_then(|node| self.reader.text(node)).map(|text| text.value).unwrap_or_default()
    }

    /// Text of a key, if it is there.
    pub(super) fn text_of(&mut self, fields: &Fields<'_>, key: &str) -> Option<String> {
        let text = fields.get(key).and_then(|node| self.reader.text(node));
        text.map(|text| text.value)
    }

    /// A section of the document, if the key that names one is there.
    pub(super) fn section(&mut self, node: Option<&Node>) -> Option<Section> {
        let text = node.and_then(|node| self.reader.text(node))?;
        if text.value.trim().is_empty() {
            self.report(
                Diagnostic::error(
                    "empty-source",
                    "a `source` names a section of the document",
                    text.span,
                    "empty",
                )
                .with_help(
                    "name the section, so that readers can look up the clauses made from this",
                ),
            );
        }
        Some(text.value)
    }

    /// A yes or no of an optional key, no when it is not there.
    pub(super) fn flag(&mut self, node: Option<&Node>) -> bool {
        node.and_then(|node| self.reader.boolean(node)).is_some_and(|flag| flag.value)
    }

    /// An HTTP status in the range of a success or a refusal.
    pub(super) fn status(
        &mut self,
        what: &str,
        (first, last): (u16, u16),
        node: &Node,
    ) -> Option<u16> {
        let status = self.reader.integer(node)?;
        let found = u16::try_from(status.value).ok();
        let found = found.filter(|value| (first..=last).contains(value));
        if found.is_none() {
            self.report(Diagnostic::error(
                "bad-status",
                format!("{} is not an HTTP status of a {what}", status.value),
                status.span,
                format!("expected a number from {first} to {last}"),
            ));
        }
        found
    }

    /// `PART.NAME` of a request.
    pub(super) fn input_ref(&mut self, text: &str, span: Span) -> Option<InputRef> {
        let found = text.split_once('.').and_then(|(part, name)| {
            let part = InputPart::ALL.into_iter().find(|candidate| candidate.name() == part)?;
            (!name.is_empty()).then(|| InputRef { part, name: name.to_owned() })
        });
        if found.is_none() {
            self.report(bad_input_reference(text, span));
        }
        found
    }

    /// A kind of identifier.
    pub(super) fn identifier(&mut self, node: &Node) -> Option<Identifier> {
        let word = self.reader.word(node, "kind of identifier", &["uuid", "email"])?;
        Some(if word.value == "email" { Identifier::Email } else { Identifier::Uuid })
    }

    /// Ways a timestamp can be written.
    pub(super) fn timestamp_forms(&mut self, node: Option<&Node>) -> Vec<TimestampForm> {
        let Some(node) = node else { return Vec::new() };
        let names = TimestampForm::ALL.map(TimestampForm::name);
        let items = self.reader.list(node, "a list of timestamp forms");
        items
            .iter()
            .filter_map(|item| self.reader.word(item, "timestamp form", &names))
            .filter_map(|word| {
                TimestampForm::ALL.into_iter().find(|form| form.name() == word.value)
            })
            .collect()
    }
}

fn bad_input_reference(text: &str, span: Span) -> Diagnostic {
    let found = Diagnostic::error(
        "bad-input-reference",
        format!("{} is not an input of a request", quoted(text)),
        span,
        "expected PART.NAME",
    )
    .with_help("PART is `path`, `query` or `body`, and NAME the name on the wire: `body.title`");
    let parts = InputPart::ALL.map(InputPart::name);
    let part = text.split_once('.').map_or("", |(part, _)| part);
    match did_you_mean(part, parts.into_iter()) {
        Some(near) => {
            let span = part_of(text, span, 0..part.len());
            found.with_fix(span, near, format!("did you mean `{near}`?"))
        }
        None => found,
    }
}
