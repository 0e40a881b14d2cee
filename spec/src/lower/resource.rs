//! `<resource>/resource.yaml` to [`Resource`], its records and fixtures.

use reader::{Diagnostic, Entry, Fields, Node, Spanned, Value};

use super::slots::{Place, Silences, Written};
use super::{Document, Lower};
use crate::language::{FIXTURE, RECORD, RESOURCE};
use crate::model::{Discriminator, FactDeclaration, Field, Fixture, Record, Resource, Slot};

impl<'a> Lower<'a> {
    /// The resource without its operations, and the silences they inherit.
    pub(super) fn resource(
        &mut self,
        document: &'a Document,
        place: &Place,
        silences: &Silences,
        fixtures: &mut Vec<Fixture>,
    ) -> Option<(Resource, Silences)> {
        let fields = self.reader.table(&document.root, &RESOURCE)?;
        let id = self.id_of_file(&fields, "resource", &place.id, document);
        let place = place.in_section(self.section(fields.get("source")));
        let silences = self.silences(silences, fields.get("not_shown"), &place);
        self.open_questions(fields.get("open_questions"), &place);
        let mut records = Vec::new();
        for entry in fields
            .get("records")
            .map(|node| self.reader.entries(node, "a map of records"))
            .unwrap_or_default()
        {
            records.extend(self.record(entry, &place, &silences));
        }
        for entry in fields
            .get("fixtures")
            .map(|node| self.reader.entries(node, "a map of fixtures"))
            .unwrap_or_default()
        {
            fixtures.extend(self.fixture(entry));
        }
        let resource = Resource {
            id: id.value,
            title: self.optional_text(fields.get("title")),
            description: self.optional_text(fields.get("description")),
            section: place.section,
            records,
            operations: Vec::new(),
        };
        Some((resource, silences))
    }

    fn record(&mut self, entry: &'a Entry, place: &Place, silences: &Silences) -> Option<Record> {
        let fields = self.reader.table(&entry.value, &RECORD)?;
        let name = &entry.key;
        self.check_record_name(name);
        let resource = place.id.clone();
        let place = place.at(&name.value).in_section(self.section(fields.get("source")));
        let silences = self.silences(silences, fields.get("not_shown"), &place);
        let mut members = Vec::new();
        for entry in fields
            .get("fields")
            .map(|node| self.reader.entries(node, "a map of fields"))
            .unwrap_or_default()
        {
            members.extend(self.field(entry, &place, &silences, None));
        }
        let further_members = self.further_members(&fields, &place, &silences, &mut members);
        let lifecycle =
            fields.get("lifecycle").and_then(|node| self.lifecycle(node, &place, &silences));
        let limit = fields.get("limit").and_then(|node| self.limit(node, &place));
        Some(Record {
            name: name.value.clone(),
            resource,
            description: self.optional_text(fields.get("description")),
            section: place.section,
            fields: members,
            further_members,
            lifecycle,
            limit,
            span: name.span,
        })
    }

    /// The answer to "which further members" may be a map of fields: they join the record.
    fn further_members(
        &mut self,
        fields: &Fields<'a>,
        place: &Place,
        silences: &Silences,
        members: &mut Vec<Field>,
    ) -> Slot<bool> {
        let written = Written {
            name: "further_members",
            inherits: "further_members",
            node: fields.get("further_members"),
            owner: fields.span,
        };
        let mut added: Option<&Node> = None;
        let slot = self.slot(place, silences, &written, |lower, _, node| match &node.value {
            Value::Map(_) => Some(true),
            _ => lower.reader.boolean(node).map(|flag| flag.value),
        });
        if let Slot::Answered { gap, .. } = &slot {
            added = self.answers.get(gap).map(|answer| answer.value);
        }
        if let Some(Node { value: Value::Map(entries), .. }) = added {
            let gap = slot.gap().map(str::to_owned);
            for entry in entries {
                members.extend(self.field(entry, place, &Silences::default(), gap.clone()));
            }
        }
        slot
    }

    fn fixture(&mut self, entry: &Entry) -> Option<Fixture> {
        let fields = self.reader.table(&entry.value, &FIXTURE)?;
        self.check_name(&entry.key);
        let record = self.text_of(&fields, "record");
        let mut facts = Vec::new();
        for fact in fields
            .get("facts")
            .map(|node| self.reader.entries(node, "a map of facts"))
            .unwrap_or_default()
        {
            self.check_name(&fact.key);
            let ty = self.plain_type(&fact.value);
            facts.extend(ty.map(|ty| FactDeclaration { name: fact.key.value.clone(), ty }));
        }
        Some(Fixture {
            kind: entry.key.value.clone(),
            record: record.unwrap_or_default(),
            description: self.optional_text(fields.get("description")),
            setup: self.optional_text(fields.get("setup")),
            consumed: self.flag(fields.get("consumed")),
            facts,
            discriminated_by: self.told_by(fields.get("discriminated_by")),
            clauses: self.texts(fields.get("clauses")),
            span: entry.key.span,
        })
    }

    fn told_by(&mut self, node: Option<&Node>) -> Vec<Discriminator> {
        let entries = node.map(|node| self.reader.entries(node, "a map of members"));
        let entries = entries.unwrap_or_default().iter();
        let telling = entries.filter_map(|entry| {
            let value = self.reader.text(&entry.value)?.value;
            Some(Discriminator {
                member: entry.key.value.clone(),
                value: match value.as_str() {
                    "yes" => "true".to_owned(),
                    "no" => "false".to_owned(),
                    _ => value,
                },
            })
        });
        telling.collect()
    }

    pub(super) fn check_record_name(&mut self, name: &Spanned<String>) {
        let legal = name.value.starts_with(|c: char| c.is_ascii_uppercase())
            && name.value.bytes().all(|b| b.is_ascii_alphanumeric());
        if !legal {
            self.report(
                Diagnostic::error(
                    "bad-name",
                    format!("`{}` is not a record name", name.value),
                    name.span,
                    "expected PascalCase",
                )
                .with_help("letters and digits, starting with a capital: `BookLoan`"),
            );
        }
    }

    /// Checks that the id in a file equals its path.
    ///
    /// Where it is not, the path counts, so that only this is reported and not what follows from it.
    pub(super) fn id_of_file(
        &mut self,
        fields: &Fields<'_>,
        key: &str,
        expected: &str,
        document: &Document,
    ) -> Spanned<String> {
        let node = fields.get(key);
        let span = node.map_or(fields.span, |node| node.span);
        if let Some(id) = node.and_then(|node| self.name(node))
            && id.value != expected
        {
            self.report(
                Diagnostic::error(
                    "wrong-address",
                    format!("`{}` declares `{}`", document.address, id.value),
                    span,
                    format!("expected `{expected}`"),
                )
                .with_help("an id equals the path of its file")
                .with_fix(
                    span,
                    expected,
                    "use the name in the path, or rename the file",
                ),
            );
        }
        Spanned::new(expected.to_owned(), span)
    }
}
