//! What a request carries besides its body: path parameters and query parameters.

use super::fields::{unread_type, word_type};
use super::prelude::*;
use super::values::value_of_text;
use crate::check::suggest;
use crate::language::{PATH_PARAMETER, PATH_TYPES, QUERY, QUERY_VALUE, SEPARATORS};
use crate::model::{
    Constraints, Expansion, Filter, PathParameter, PathValue, QueryParameter, QueryValue, Several,
};

/// What a query parameter is, and what to write for other values.
const ONE_VALUE: (&str, &str) = (
    "a query parameter",
    "the language has no object and no list of lists in a query: a list is of one of the plain types, `type: [string]`",
);

impl Lower<'_> {
    /// A parameter that identifies a record; one that does not is added to `values`.
    pub(super) fn path_parameter(
        &mut self,
        entry: &Entry,
        place: &Place,
        values: &mut Vec<PathValue>,
    ) -> Option<PathParameter> {
        let fields = self.reader.table(&entry.value, &PATH_PARAMETER)?;
        self.check_name(&entry.key);
        let (name, span) = (entry.key.value.clone(), entry.key.span);
        let description = self.text_or_empty(&fields, "description");
        let section = self.section(&fields, place);
        let has = |key: &str| fields.key_span(key);
        // Declares the parameter in any case, so that only this error is reported.
        let unread = unread_type(&place.at("path").at(&name));
        match (has("type"), has("identified_by"), has("record")) {
            (Some(_), None, None) => {
                let word =
                    self.reader.word(fields.get("type")?, "type of a path parameter", PATH_TYPES);
                let ty = word.and_then(|word| word_type(word.value)).unwrap_or(unread);
                values.push(PathValue { name, ty, description, section, span });
                None
            }
            (None, Some(_), Some(_)) => Some(PathParameter {
                name,
                identifiers: self.identifiers(&fields),
                record: self.record_name(&fields, "record").unwrap_or_default(),
                description,
                section,
                span,
            }),
            (ty, identified_by, record) => {
                let (message, at) = match (ty, identified_by.or(record)) {
                    (Some(ty), Some(_)) => {
                        (format!("`{name}` identifies a record, so it has no type"), ty)
                    }
                    (_, Some(half)) => (format!("`{name}` has only half of an identifier"), half),
                    _ => (format!("it is not stated what `{name}` is"), span),
                };
                self.report(
                    Diagnostic::error("half-an-address", message, at, "this path parameter")
                        .with_help("write `identified_by: [uuid]` and `record: RECORD` if it identifies a record, or `type: string` for a value that the target of a run gives"),
                );
                values.push(PathValue { name, ty: unread, description, section, span });
                None
            }
        }
    }

    /// A query parameter of an operation; the record that the operation lists, if any.
    pub(super) fn query_parameter(
        &mut self,
        entry: &Entry,
        place: &Place,
        lists: Option<&str>,
    ) -> Option<QueryParameter> {
        let fields = self.reader.table(&entry.value, &QUERY)?;
        self.check_query_name(&entry.key);
        let place = self.sourced(&fields, &place.at("query").at(&entry.key));
        let wire = self.text(&fields, "wire_name").unwrap_or_else(|| entry.key.clone());
        let (ty, several) = self.query_type(&fields, &entry.key, &place);
        self.check_wire_name(&wire, several);
        let constraints = self.constraints(&fields, &ty);
        let values = self.each(
            &fields,
            "values",
            "a map of values, each with its meaning",
            |lower, value| {
                lower.check_text("value", &value.key, (&ty, &constraints));
                Some(lower.query_value(value, &place, lists))
            },
        );
        let filter = fields.get("filter");
        let filter = filter.and_then(|node| self.filter(node, lists, several));
        self.check_keeping_all(&fields, &values, filter.as_ref());
        Some(QueryParameter {
            name: entry.key.value.clone(),
            wire_span: wire.span,
            wire: wire.value,
            required: self.flag(&fields, "required"),
            default: self.default(&entry.key, &fields, &values, (&ty, &constraints)),
            values,
            evidence: self.evidence(&fields),
            constraints,
            several,
            ty,
            filter,
            description: self.text_or_empty(&fields, "description"),
            section: place.section,
            span: entry.key.span,
        })
    }

    /// The type of one value, and how several are sent.
    fn query_type(
        &mut self,
        fields: &Fields<'_>,
        name: &str,
        place: &Place,
    ) -> (Type, Option<Several>) {
        let node = fields.get("type");
        let item = node.and_then(|node| match &node.value {
            Value::List(items) if items.len() == 1 => items.first(),
            _ => None,
        });
        let ty = item.or(node).and_then(|node| self.scalar_type(node, ONE_VALUE));
        let ty = ty.unwrap_or_else(|| unread_type(place));
        let form = fields.get("form");
        let known =
            form.and_then(|node| self.choice(node, "form", Several::FORMS, &Several::LISTS));
        match (item, form.zip(fields.key_span("form"))) {
            (Some(node), None) => {
                let message = format!("the form of the list `{name}` is not stated");
                self.report(
                    Diagnostic::error("list-without-form", message, node.span, "a list")
                        .with_help("add `form: repeated` (`tag=a&tag=b`), `form: commas` (`tag=a,b`) or `form: brackets` (`tag[]=a&tag[]=b`)"),
                );
            }
            (None, Some((_, key))) => {
                let message = format!("`{name}` is not a list, so it has no form");
                self.report(
                    Diagnostic::error("misplaced-form", message, key, "the form of a list")
                        .with_help("write the type of a list in brackets: `type: [string]`"),
                );
            }
            _ => {}
        }
        if item.is_some() {
            if let Some(key) = fields.key_span("separated_by") {
                let message =
                    format!("`{name}` is a list, whose form says how values are separated");
                self.report(
                    Diagnostic::error("misplaced-several", message, key, "does not apply here")
                        .with_help("remove it, and write `form: commas` for `tag=a,b`"),
                );
            }
            return (ty, known.or(Some(Several::Commas)));
        }
        let several = self.several(name, fields, &ty).then_some(Several::Text);
        (ty, several)
    }

    /// Reports a name on the wire that no query string has.
    fn check_wire_name(&mut self, wire: &Spanned<String>, several: Option<Several>) {
        let (message, help) = if wire.trim().is_empty() {
            (
                "a name on the wire is not empty",
                "write the name as it stands in the query, or leave `wire_name` out",
            )
        } else if several == Some(Several::Brackets) && wire.ends_with("[]") {
            ("the name would end with brackets twice", "remove `[]`: `form: brackets` adds it")
        } else {
            return;
        };
        let found = Diagnostic::error("bad-wire-name", message, wire.span, "the name");
        self.report(found.with_help(help));
    }

    /// Reports a value that keeps all records, where nothing is compared.
    fn check_keeping_all(
        &mut self,
        fields: &Fields<'_>,
        values: &[QueryValue],
        filter: Option<&Filter>,
    ) {
        let is_read = filter.is_some() || fields.get("filter").is_none();
        let is_compared = filter.is_some_and(|filter| filter.field().is_some());
        let keeping = values.iter().find(|value| value.keeps_all);
        if let Some(value) = keeping.filter(|_| is_read && !is_compared) {
            let message = format!("`{}` keeps all records of no filter", value.wire);
            self.report(
                Diagnostic::error("keeps-without-filter", message, value.span, "no filter compares a member")
                    .with_help("add `filter: { equals: MEMBER }`, or remove `keeps_all`: the meaning of the value says it"),
            );
        }
    }

    /// The default, which is of the type, and one of the documented values.
    fn default(
        &mut self,
        name: &str,
        fields: &Fields<'_>,
        values: &[QueryValue],
        known: (&Type, &Constraints),
    ) -> Option<String> {
        let default = self.text(fields, "default")?;
        let names: Vec<&str> = values.iter().map(|value| value.wire.as_str()).collect();
        if !names.is_empty() && !names.contains(&default.as_str()) {
            let span = default.word(&default);
            let message = format!("`{default}` is not a documented value of `{name}`");
            let found = Diagnostic::error("unknown-default", message, span, "not among its values");
            self.report(suggest(found, span, &default, "values", &names));
        } else if names.is_empty() {
            self.check_text("default", &default, known);
        }
        Some(default.value)
    }

    /// Reports a value of a query parameter that does not fit.
    fn check_text(&mut self, what: &str, text: &Spanned<String>, known: (&Type, &Constraints)) {
        // In a list, one of the values.
        let (ty, constraints) = (known.0.item(), known.1);
        self.check_fit(what, text, value_of_text(text, ty).as_ref(), (ty, constraints));
    }

    /// Whether several values can be sent in one text. Commas are the only separator of the language.
    pub(super) fn several(&mut self, name: &str, fields: &Fields<'_>, ty: &Type) -> bool {
        let node = fields.get("separated_by");
        let word = node.and_then(|node| self.reader.word(node, "separator", SEPARATORS));
        // A type that could not be read is reported already.
        let is_text = matches!(ty, Type::Text(_) | Type::Enumeration(_) | Type::Unknown(_));
        if let (Some(_), false, Some(key)) = (&word, is_text, fields.key_span("separated_by")) {
            let message = format!("`{name}` cannot contain comma-separated values");
            let ty = fields.get("type").map_or(fields.span, |node| node.span);
            self.report(
                Diagnostic::error("misplaced-several", message, key, "does not apply here")
                    .with_label(ty, "not a string")
                    .with_help(
                        "`separated_by` applies to `string`; a JSON array is written in brackets: `type: [integer]`",
                    ),
            );
        }
        word.is_some()
    }

    /// A value is a text (what it selects), silence, or a table if it adds data or sorts.
    fn query_value(&mut self, entry: &Entry, place: &Place, lists: Option<&str>) -> QueryValue {
        let place = place.at(&entry.key);
        let is_table =
            matches!(&entry.value.value, Value::Map(_)) && !self.is_silent(&entry.value, &place);
        let fields = if is_table { self.reader.table(&entry.value, &QUERY_VALUE) } else { None };
        let node = fields.map_or(Some(&entry.value), |fields| fields.get("meaning"));
        let written = Written { name: "meaning", inherits: "", node, owner: entry.key.span };
        let meaning = self.text_slot(&place, &written);
        let adds = fields.and_then(|fields| self.text_of(&fields, "adds"));
        let expands =
            adds.is_some() || fields.is_some_and(|fields| self.flag(&fields, "adds_unnamed"));
        let sorts = fields.and_then(|fields| fields.get("sorts"));
        QueryValue {
            wire: entry.key.value.clone(),
            meaning,
            expansion: expands.then_some(Expansion { adds }),
            sorts: sorts.and_then(|node| self.sort(node, lists, entry.key.span)),
            directs: fields.and_then(|fields| self.direction(&fields, "directs")),
            keeps_all: fields.is_some_and(|fields| self.flag(&fields, "keeps_all")),
            span: entry.key.span,
        }
    }
}
