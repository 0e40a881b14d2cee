//! `<resource>/resource.yaml` to [`Resource`], its records and fixtures.

use super::prelude::*;
use crate::language::{FIXTURE, FIXTURE_FACT, RECORD, RESOURCE};
use crate::model::{Discriminator, FactDeclaration, FactUsage, Fixture, Record, Resource};

/// What a fact of a fixture is.
const FACT: (&str, &str) =
    ("a fact", "write the type of a value that a target file can give, such as `string`");
/// The member that identifies a record whose contract does not name one.
const USUAL_IDENTIFIER: &str = "uuid";

impl<'a> Lower<'a> {
    /// The resource without its operations, and the position that they inherit from.
    pub(super) fn resource(
        &mut self,
        document: &'a Document,
        place: &Place,
        fixtures: &mut Vec<Fixture>,
    ) -> Option<(Resource, Place)> {
        let fields = self.reader.table(&document.root, &RESOURCE)?;
        let id = self.id_of_file(&fields, "resource", &place.id, document);
        let place = self.sourced(&fields, place);
        let place = self.silences(&fields, place);
        self.open_questions(&fields, &place);
        let records = self.each(&fields, "records", "a map of records", |lower, entry| {
            lower.record(entry, &place)
        });
        fixtures.extend(self.each(&fields, "fixtures", "a map of fixtures", Self::fixture));
        let resource = Resource {
            id: id.value,
            title: self.text_or_empty(&fields, "title"),
            description: self.text_or_empty(&fields, "description"),
            section: place.section.clone(),
            records,
            operations: Vec::new(),
        };
        Some((resource, place))
    }

    fn record(&mut self, entry: &'a Entry, place: &Place) -> Option<Record> {
        let fields = self.reader.table(&entry.value, &RECORD)?;
        let name = &entry.key;
        self.check_record_name(name);
        let resource = place.id.clone();
        let place = self.sourced(&fields, &place.at(name));
        let place = self.silences(&fields, place);
        let mut members = self.each(&fields, "fields", "a map of fields", |lower, entry| {
            lower.field(entry, &place, None)
        });
        let further_members = self.further_members(&fields, &place, &mut members);
        let relations = self.each(&fields, "relations", "a map of relations", |lower, entry| {
            lower.member_relation(entry, name, &place)
        });
        let lifecycle = fields.get("lifecycle").and_then(|node| self.lifecycle(node, name, &place));
        let limit = fields.get("limit").and_then(|node| self.limit(node, &place));
        Some(Record {
            name: name.value.clone(),
            resource,
            description: self.text_or_empty(&fields, "description"),
            section: place.section,
            identified_by: self.identified_by(&fields, name),
            fields: members,
            further_members,
            relations,
            lifecycle,
            limit,
            is_input: false,
            span: name.span,
        })
    }

    /// The member that identifies a record.
    pub(super) fn identified_by(&mut self, fields: &Fields<'_>, record: &str) -> Option<String> {
        if fields.get("identified_by").is_some_and(super::is_none) {
            return None;
        }
        let Some(member) = self.text(fields, "identified_by") else {
            return Some(USUAL_IDENTIFIER.to_owned());
        };
        self.references.members.push(MemberReference {
            record: record.to_owned(),
            member: member.clone(),
            usage: MemberUsage::Identifier,
        });
        Some(member.value)
    }

    /// The answer to "which further members" may be a map of fields: they join the record.
    fn further_members(
        &mut self,
        fields: &Fields<'a>,
        place: &Place,
        members: &mut Vec<Field>,
    ) -> Slot<bool> {
        let written = Written::new(fields, "further_members", "further_members");
        let slot = self.slot(place, &written, |lower, _, node| match &node.value {
            Value::Map(_) => Some(true),
            _ => lower.boolean(node),
        });
        if let Slot::Answered { gap, .. } = &slot
            && let Some(answer) = self.answers.get(gap)
            && let Value::Map(entries) = &answer.value.value
        {
            // The silences of the record do not hold for members of the overlay.
            let place = place.without_silences();
            for entry in entries {
                members.extend(self.field(entry, &place, Some(gap.clone())));
            }
        }
        slot
    }

    fn fixture(&mut self, entry: &Entry) -> Option<Fixture> {
        let fields = self.reader.table(&entry.value, &FIXTURE)?;
        self.check_name(&entry.key);
        let record = self.record_name(&fields, "record").unwrap_or_default();
        let facts = self.each(&fields, "facts", "a map of facts", |lower, fact| lower.fact(fact));
        let discriminators =
            self.each(&fields, "discriminated_by", "a map of members", |lower, entry| {
                let value = lower.reader.text(&entry.value)?.map(|value| match value.as_str() {
                    "yes" => "true".to_owned(),
                    "no" => "false".to_owned(),
                    _ => value,
                });
                lower.references.members.push(MemberReference {
                    record: record.clone(),
                    member: entry.key.clone(),
                    usage: MemberUsage::Value,
                });
                Some(Discriminator { member: entry.key.value.clone(), value })
            });
        Some(Fixture {
            kind: entry.key.value.clone(),
            record,
            description: self.text_or_empty(&fields, "description"),
            setup: self.text_or_empty(&fields, "setup"),
            consumed: self.flag(&fields, "consumed"),
            facts,
            discriminated_by: discriminators,
            clauses: self.texts(&fields, "clauses"),
            span: entry.key.span,
        })
    }

    fn fact(&mut self, entry: &Entry) -> Option<FactDeclaration> {
        self.check_name(&entry.key);
        let name = entry.key.value.clone();
        if !matches!(entry.value.value, Value::Map(_)) {
            let ty = self.scalar_type(&entry.value, FACT)?;
            return Some(FactDeclaration { name, ty, usages: Vec::new() });
        }
        let fields = self.reader.table(&entry.value, &FIXTURE_FACT)?;
        let ty = self.scalar_type(fields.get("type")?, FACT)?;
        let passes = self.text(&fields, "passes").map(FactUsage::Passes);
        let fails = self.text(&fields, "fails").map(FactUsage::Fails);
        let added_by = self.text(&fields, "added_by").map(FactUsage::AddedBy);
        let sort_key = self.flag(&fields, "sort_key").then_some(FactUsage::SortKey);
        let usages = [passes, fails, added_by, sort_key].into_iter().flatten().collect();
        Some(FactDeclaration { name, ty, usages })
    }

    pub(super) fn check_record_name(&mut self, name: &Spanned<String>) {
        let legal = name.value.starts_with(|c: char| c.is_ascii_uppercase())
            && name.value.bytes().all(|b| b.is_ascii_alphanumeric());
        if !legal {
            let message = format!("`{}` is not a record name", name.value);
            self.report(
                Diagnostic::error("bad-name", message, name.span, "expected PascalCase")
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
        let span = fields.get(key).map_or(fields.span, |node| node.span);
        if let Some(id) = self.name(fields, key)
            && id != expected
        {
            let message = format!("`{}` declares `{}`", document.address, id);
            self.report(
                Diagnostic::error("wrong-address", message, span, format!("expected `{expected}`"))
                    .with_help("an id equals the path of its file")
                    .with_fix(span, expected, "use the name in the path, or rename the file"),
            );
        }
        Spanned::new(expected.to_owned(), span)
    }
}
