//! What a request carries: path parameters, query parameters, members of the body.

use reader::{Node, Value};

use super::Lower;
use super::fields::unread_type;
use super::slots::{Place, Silences, Written};
use crate::language::{INPUT, PATH_PARAMETER, QUERY, QUERY_VALUE, SEPARATORS};
use crate::model::{Expansion, Identifier, InputField, PathParameter, QueryParameter, QueryValue};

impl Lower<'_> {
    pub(super) fn path_parameters(
        &mut self,
        node: Option<&Node>,
        place: &Place,
    ) -> Vec<PathParameter> {
        let Some(node) = node else { return Vec::new() };
        let mut parameters = Vec::new();
        for entry in self.reader.entries(node, "a map of path parameters") {
            let Some(fields) = self.reader.table(&entry.value, &PATH_PARAMETER) else {
                continue;
            };
            self.check_name(&entry.key);
            let identifiers = self.identifiers(fields.get("identified_by"));
            let record = self.text_of(&fields, "record");
            parameters.push(PathParameter {
                name: entry.key.value.clone(),
                identifiers,
                record: record.unwrap_or_default(),
                description: self.optional_text(fields.get("description")),
                section: self
                    .section(fields.get("source"))
                    .unwrap_or_else(|| place.section.clone()),
                span: entry.key.span,
            });
        }
        parameters
    }

    pub(super) fn query(&mut self, node: Option<&Node>, place: &Place) -> Vec<QueryParameter> {
        let Some(node) = node else { return Vec::new() };
        let mut parameters = Vec::new();
        for entry in self.reader.entries(node, "a map of query parameters") {
            let Some(fields) = self.reader.table(&entry.value, &QUERY) else {
                continue;
            };
            self.check_name(&entry.key);
            let place = place
                .at("query")
                .at(&entry.key.value)
                .in_section(self.section(fields.get("source")));
            let ty = fields.get("type");
            let ty = ty.and_then(|node| self.plain_type(node));
            let values = self.query_values(fields.get("values"), &place);
            parameters.push(QueryParameter {
                name: entry.key.value.clone(),
                ty: ty.unwrap_or_else(|| unread_type(&place)),
                required: self.flag(fields.get("required")),
                values,
                evidence: self.evidence(fields.get("evidence")),
                several: self.several(fields.get("separated_by")),
                filter: fields.get("filter").and_then(|node| self.filter(node)),
                default: self.text_of(&fields, "default"),
                description: self.optional_text(fields.get("description")),
                section: place.section,
                span: entry.key.span,
            });
        }
        parameters
    }

    fn identifiers(&mut self, node: Option<&Node>) -> Vec<Identifier> {
        let Some(node) = node else { return Vec::new() };
        let items = self.reader.list(node, "a list of identifiers");
        let ways = items.iter().filter_map(|item| self.identifier(item));
        ways.collect()
    }

    /// Commas are the only separator of the language.
    fn several(&mut self, node: Option<&Node>) -> bool {
        let word = node.and_then(|node| self.reader.word(node, "separator", SEPARATORS));
        word.is_some()
    }

    /// Each value is a text (what it selects), silence, or a table if it adds data or sorts.
    fn query_values(&mut self, node: Option<&Node>, place: &Place) -> Vec<QueryValue> {
        let Some(node) = node else { return Vec::new() };
        let mut values = Vec::new();
        for entry in self.reader.entries(node, "a map of values") {
            let place = place.at(&entry.key.value);
            let is_table = matches!(&entry.value.value, Value::Map(_))
                && self.silence(&entry.value, &place).is_none();
            let fields =
                if is_table { self.reader.table(&entry.value, &QUERY_VALUE) } else { None };
            let node = fields.as_ref().map_or(Some(&entry.value), |fields| fields.get("meaning"));
            let written = Written { name: "meaning", inherits: "", node, owner: entry.key.span };
            let meaning = self.slot(&place, &Silences::default(), &written, |lower, _, node| {
                lower.reader.text(node).map(|text| text.value)
            });
            let adds = fields.and_then(|fields| self.text_of(&fields, "adds"));
            let extends = fields.and_then(|fields| fields.get("adds_unnamed"));
            let extends = extends.and_then(|node| self.reader.boolean(node));
            let expands = adds.is_some() || extends.is_some_and(|extends| extends.value);
            let sorts = fields.and_then(|fields| fields.get("sorts"));
            values.push(QueryValue {
                wire: entry.key.value.clone(),
                meaning,
                expansion: expands.then_some(Expansion { adds }),
                sorts: sorts.and_then(|node| self.sort(node)),
                span: entry.key.span,
            });
        }
        values
    }

    pub(super) fn body(&mut self, node: Option<&Node>, place: &Place) -> Vec<InputField> {
        let Some(node) = node else { return Vec::new() };
        let mut inputs = Vec::new();
        for entry in self.reader.entries(node, "a map of body members") {
            let Some(fields) = self.reader.table(&entry.value, &INPUT) else {
                continue;
            };
            self.check_name(&entry.key);
            let name = entry.key.value.clone();
            let place = place.at("body").at(&name).in_section(self.section(fields.get("source")));
            let wire = self.text_of(&fields, "wire_name");
            let ty = self.member_type(&fields, &place, &Silences::default());
            inputs.push(InputField {
                wire: wire.unwrap_or_else(|| name.clone()),
                name,
                ty: ty.unwrap_or_else(|| unread_type(&place)),
                required: self.flag(fields.get("required")),
                required_when: self.text_of(&fields, "required_when"),
                unique: self.flag(fields.get("unique")),
                several: self.several(fields.get("separated_by")),
                identifiers: self.identifiers(fields.get("identified_by")),
                record: self.text_of(&fields, "record"),
                description: self.optional_text(fields.get("description")),
                section: place.section,
                span: entry.key.span,
            });
        }
        inputs
    }
}
