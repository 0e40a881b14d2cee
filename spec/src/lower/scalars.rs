//! Accessors of keys: names, texts, words, lists, statuses, references.

use super::prelude::*;
use crate::model::{Identifier, InputPart, InputRef, Section};

impl Lower<'_> {
    /// A snake_case name.
    pub(super) fn name(&mut self, fields: &Fields<'_>, key: &str) -> Option<String> {
        let name = self.text(fields, key)?;
        self.check_name(&name).then_some(name.value)
    }

    /// Reports a name that is not snake_case.
    pub(super) fn check_name(&mut self, name: &Spanned<String>) -> bool {
        self.check_name_with(name, "lower-case letters, digits and `_`, starting with a letter")
    }

    /// Reports the name of a member that is not snake_case.
    pub(super) fn check_field_name(&mut self, name: &Spanned<String>) -> bool {
        let help = if name.contains(['.', '[']) {
            "a member of an object in the object is a member of a record of its own: write the record as the type"
        } else {
            "lower-case letters, digits and `_`, starting with a letter; `wire_name` keeps the document's spelling: `wire_name: NAME`"
        };
        self.check_name_with(name, help)
    }

    /// Reports the name of a query parameter that is not snake_case.
    pub(super) fn check_query_name(&mut self, name: &Spanned<String>) -> bool {
        self.check_name_with(name, "lower-case letters, digits and `_`, starting with a letter; `wire_name` keeps the document's spelling: `wire_name: NAME`")
    }

    fn check_name_with(&mut self, name: &Spanned<String>, help: &str) -> bool {
        let legal = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        if !legal {
            let message = format!("`{name}` is not a snake_case name");
            self.report(
                Diagnostic::error("bad-name", message, name.span, "used in ids and in code")
                    .with_help(help),
            );
        }
        legal
    }

    /// The name of one member of a JSON object at a key.
    pub(super) fn member_name(
        &mut self,
        fields: &Fields<'_>,
        key: &str,
    ) -> Option<Spanned<String>> {
        let name = self.text(fields, key)?;
        self.check_member_name(&name);
        Some(name)
    }

    /// Whether the value of a key is there, and was reported.
    pub(super) fn is_reported(&self, fields: &Fields<'_>, key: &str) -> bool {
        fields.get(key).is_some_and(|node| self.reader.out.mention(node.span))
    }

    /// Reports a path in place of the name of a member.
    pub(super) fn check_member_name(&mut self, name: &Spanned<String>) {
        if let Some((outer, inner)) = name.split_once('.') {
            let message = format!("{} is a path, not the name of a member", quoted(name));
            let found = Diagnostic::error("path-as-name", message, name.span, "contains a `.`");
            self.report(found.with_help(format!(
                "a name is of one member: name `{outer}`, and declare a record with `{inner}` as its type; where no type is written (`paging`), the language has no object in the object"
            )));
        }
    }

    /// The entries of the map at a key; none if the key is missing.
    pub(super) fn entries<'n>(
        &mut self,
        fields: &Fields<'n>,
        key: &str,
        what: &str,
    ) -> &'n [Entry] {
        fields.get(key).map(|node| self.reader.entries(node, what)).unwrap_or_default()
    }

    /// Lowers each entry of the map at a key.
    pub(super) fn each<'n, T>(
        &mut self,
        fields: &Fields<'n>,
        key: &str,
        what: &str,
        mut lower: impl FnMut(&mut Self, &'n Entry) -> Option<T>,
    ) -> Vec<T> {
        let entries = self.entries(fields, key, what);
        entries.iter().filter_map(|entry| lower(self, entry)).collect()
    }

    /// Lowers each item of the list at a key.
    pub(super) fn each_item<'n, T>(
        &mut self,
        fields: &Fields<'n>,
        key: &str,
        what: &str,
        mut lower: impl FnMut(&mut Self, &'n Node) -> Option<T>,
    ) -> Vec<T> {
        let items = fields.get(key).map(|node| self.reader.list(node, what)).unwrap_or_default();
        items.iter().filter_map(|item| lower(self, item)).collect()
    }

    /// The texts of the list at a key.
    pub(super) fn texts(&mut self, fields: &Fields<'_>, key: &str) -> Vec<Spanned<String>> {
        self.each_item(fields, key, "a list of texts", |lower, item| lower.reader.text(item))
    }

    /// The text at a key.
    pub(super) fn text(&mut self, fields: &Fields<'_>, key: &str) -> Option<Spanned<String>> {
        fields.get(key).and_then(|node| self.reader.text(node))
    }

    /// The text at a key, without its span.
    pub(super) fn text_of(&mut self, fields: &Fields<'_>, key: &str) -> Option<String> {
        self.text(fields, key).map(|text| text.value)
    }

    /// The text at a key; empty if the key is missing.
    pub(super) fn text_or_empty(&mut self, fields: &Fields<'_>, key: &str) -> String {
        self.text_of(fields, key).unwrap_or_default()
    }

    /// The name of a record at a key.
    pub(super) fn record_name(&mut self, fields: &Fields<'_>, key: &str) -> Option<String> {
        let name = self.text(fields, key)?;
        self.references.records.push(name.clone());
        Some(name.value)
    }

    /// The boolean at a key; `false` if the key is missing.
    pub(super) fn flag(&mut self, fields: &Fields<'_>, key: &str) -> bool {
        fields.get(key).and_then(|node| self.boolean(node)).unwrap_or_default()
    }

    pub(super) fn boolean(&mut self, node: &Node) -> Option<bool> {
        self.reader.boolean(node).map(|flag| flag.value)
    }

    /// The position with the section of the key `source`, if it is there.
    pub(super) fn sourced(&mut self, fields: &Fields<'_>, place: &Place) -> Place {
        Place { section: self.section(fields, place), ..place.clone() }
    }

    /// The section of the key `source`, or else of the position.
    pub(super) fn section(&mut self, fields: &Fields<'_>, place: &Place) -> Section {
        let Some(section) = self.text(fields, "source") else {
            return place.section.clone();
        };
        if section.trim().is_empty() {
            let message = "a `source` names a section of the document";
            self.report(
                Diagnostic::error("empty-source", message, section.span, "empty").with_help(
                    "name the section, so that readers can look up the clauses made from this",
                ),
            );
        }
        section.value
    }

    /// The value that a word stands for; `what` names the words in a message.
    pub(super) fn choice<T: Copy>(
        &mut self,
        node: &Node,
        what: &str,
        words: &[&str],
        values: &[T],
    ) -> Option<T> {
        let word = self.reader.word(node, what, words)?;
        let at = words.iter().position(|known| *known == word.value)?;
        values.get(at).copied()
    }

    pub(super) fn identifier(&mut self, node: &Node) -> Option<Identifier> {
        self.choice(node, "kind of identifier", Identifier::WORDS, &Identifier::ALL)
    }

    pub(super) fn identifiers(&mut self, fields: &Fields<'_>) -> Vec<Identifier> {
        self.each_item(fields, "identified_by", "a list of identifiers", Self::identifier)
    }

    /// An HTTP status in the range of a success or a refusal.
    pub(super) fn status(
        &mut self,
        what: &str,
        (first, last): (u16, u16),
        node: &Node,
    ) -> Option<u16> {
        let status = self.reader.integer(node)?;
        let found = u16::try_from(status.value).ok().filter(|value| (first..=last).contains(value));
        if found.is_none() {
            let message = format!("{status} is not an HTTP status of a {what}");
            self.report(Diagnostic::error(
                "bad-status",
                message,
                status.span,
                format!("expected a number from {first} to {last}"),
            ));
        }
        found
    }

    /// `PART.NAME` of a request: a word of a text.
    pub(super) fn input_ref(&mut self, text: &str, span: Span) -> Option<InputRef> {
        let found = text.split_once('.').and_then(|(part, name)| {
            let part = InputPart::ALL.into_iter().find(|candidate| candidate.name() == part)?;
            (!name.is_empty()).then(|| InputRef::new(part, name))
        });
        match &found {
            Some(input) => self.inputs.push(Spanned::new(input.clone(), span)),
            None => self.report(bad_input_reference(&Spanned::new(text.to_owned(), span))),
        }
        found
    }

    /// `PART.NAME` of a request at a key.
    pub(super) fn input_of(&mut self, fields: &Fields<'_>, key: &str) -> Option<InputRef> {
        let text = self.text(fields, key)?;
        self.input_ref(&text, text.span)
    }
}

fn bad_input_reference(text: &Spanned<String>) -> Diagnostic {
    let part = text.split_once('.').map_or("", |(part, _)| part);
    let message = format!("{} is not an input of a request", quoted(text));
    Diagnostic::error("bad-input-reference", message, text.span, "expected PART.NAME")
        .with_help("PART is `path`, `query`, `body` or `header`, and NAME the name on the wire, in a query that of the contract: `body.title`")
        .with_suggestion(text.part(0..part.len()), part, InputPart::WORDS.iter().copied())
}
