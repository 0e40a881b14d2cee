//! Members of records and their types.

use std::collections::BTreeMap;

use super::prelude::*;
use crate::language::{FIELD, FIELD_TYPES, MAP_TYPE};
use crate::model::{Evidence, Format, TimestampForm};

impl<'a> Lower<'a> {
    /// One member; `added_by` is the gap whose answer adds it.
    pub(super) fn field(
        &mut self,
        entry: &'a Entry,
        place: &Place,
        added_by: Option<String>,
    ) -> Option<Field> {
        let fields = self.reader.table(&entry.value, &FIELD)?;
        self.check_field_name(&entry.key);
        let name = entry.key.value.clone();
        let place = self.sourced(&fields, &place.at(&name));
        let wire = self.member_name(&fields, "wire_name").map(|wire| wire.value);
        let ty = self.member_type(&fields, &place, "type");
        let slot = |key| Written { owner: entry.key.span, ..Written::new(&fields, key, key) };
        Some(Field {
            wire: wire.unwrap_or_else(|| name.clone()),
            name,
            complete: self.complete(&fields, &ty),
            constraints: self.constraints(&fields, &ty),
            ty,
            ty_span: fields.get("type").map_or(entry.key.span, |node| node.span),
            present: self.boolean_slot(&place, &slot("present")),
            nullable: self.boolean_slot(&place, &slot("nullable")),
            evidence: self.evidence(&fields),
            description: self.text_or_empty(&fields, "description"),
            section: place.section,
            added_by,
            span: entry.key.span,
        })
    }

    /// Whether the listed values are the only possible ones. Reports `complete` where no values are listed.
    fn complete(&mut self, fields: &Fields<'_>, ty: &Type) -> bool {
        let is_complete = self.flag(fields, "complete");
        // A type that could not be read is already reported.
        let is_listed = matches!(ty.item(), Type::Enumeration(_) | Type::Unknown(_));
        if let (false, Some(span)) = (is_listed, fields.key_span("complete")) {
            let message = "`complete` is about `values`, and none are listed";
            self.report(
                Diagnostic::error("misplaced-refinement", message, span, "does not apply here")
                    .with_help("list them: `values: [open, closed]`, or remove `complete`"),
            );
        }
        is_complete
    }

    pub(super) fn evidence(&mut self, fields: &Fields<'_>) -> Evidence {
        let evidence = fields.get("evidence").and_then(|node| {
            self.choice(node, "kind of evidence", Evidence::WORDS, &Evidence::ALL)
        });
        evidence.unwrap_or(Evidence::Stated)
    }

    /// The type of a member from its `type`, `format`, `values` and `forms`.
    ///
    /// Silence, which `inherits` names, gives [`Type::Unknown`], and so does a type with reported errors.
    pub(super) fn member_type(
        &mut self,
        fields: &Fields<'_>,
        place: &Place,
        inherits: &'static str,
    ) -> Type {
        if fields.get("type").is_none() {
            return unread_type(place);
        }
        let written = Written::new(fields, "type", inherits);
        let slot = self.slot(place, &written, |lower, _, node| lower.plain_type(node));
        match (slot.value(), slot.gap()) {
            (Some(ty), _) => self.refine(ty.clone(), fields),
            (None, gap) => {
                gap.map_or_else(|| unread_type(place), |gap| Type::Unknown(gap.to_owned()))
            }
        }
    }

    pub(super) fn refine(&mut self, ty: Type, fields: &Fields<'_>) -> Type {
        let format = fields
            .get("format")
            .and_then(|node| self.choice(node, "format", Format::WORDS, &Format::ALL));
        let values = self.values(fields);
        let forms = self.each_item(fields, "forms", "a list of timestamp forms", |lower, item| {
            lower.choice(item, "timestamp form", TimestampForm::WORDS, &TimestampForm::ALL)
        });
        let (is_text, is_time) = (matches!(ty, Type::Text(_)), matches!(ty, Type::Timestamp(_)));
        let is_words = is_text || matches!(&ty, Type::List(item) if **item == Type::Text(None));
        for (key, fits) in [
            ("format", format.is_none() || is_text),
            ("values", values.is_empty() || is_words),
            ("forms", forms.is_empty() || is_time),
        ] {
            if !fits {
                let span = fields.key_span(key).unwrap_or(fields.span);
                let message = format!("`{key}` does not apply to this type");
                self.report(
                    Diagnostic::error("misplaced-refinement", message, span, "does not apply here")
                        .with_help(
                            "`format` applies to `string`, `values` to `string` and `[string]`, `forms` to `timestamp`",
                        ),
                );
            }
        }
        match ty {
            Type::Text(_) if !values.is_empty() => Type::Enumeration(values),
            Type::Text(_) => Type::Text(format),
            Type::List(_) if is_words && !values.is_empty() => {
                Type::List(Box::new(Type::Enumeration(values)))
            }
            Type::Timestamp(_) => Type::Timestamp(forms),
            other => other,
        }
    }

    /// The values of a type, each of which is listed once.
    fn values(&mut self, fields: &Fields<'_>) -> Vec<String> {
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        let mut values = self.texts(fields, "values");
        values.retain(|text| {
            let Some(first) = seen.get(&text.value) else {
                seen.insert(text.value.clone(), text.span);
                return true;
            };
            let message = format!("the value `{text}` is listed twice");
            self.report(
                Diagnostic::error("repeated-value", message, text.span, "listed again here")
                    .with_label(*first, "listed first here")
                    .with_help("list it once; values are case-sensitive"),
            );
            false
        });
        values.into_iter().map(|text| text.value).collect()
    }

    /// A type as a word, a record's name, a list of one of these in brackets, or a map.
    pub(super) fn plain_type(&mut self, node: &Node) -> Option<Type> {
        if let Value::Map(_) = &node.value {
            let fields = self.reader.table(node, &MAP_TYPE)?;
            let of = self.reader.word(fields.get("map")?, "type of values", FIELD_TYPES)?;
            return word_type(of.value).map(|ty| Type::Map(Box::new(ty)));
        }
        if let Value::List(items) = &node.value {
            let [item] = items.as_slice() else {
                let message = format!("a list has one item type, not {}", items.len());
                self.report(
                    Diagnostic::error("bad-type", message, node.span, "not a type")
                        .with_help("write `[string]`, or the name of a record in brackets"),
                );
                return None;
            };
            return self.plain_type(item).map(|ty| Type::List(Box::new(ty)));
        }
        let word = self.reader.text(node)?;
        if let Some(ty) = word_type(&word) {
            return Some(ty);
        }
        Some(match word.as_str() {
            name if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
                self.references.records.push(word.clone());
                Type::Record(word.value)
            }
            other => {
                let message = format!("unknown type `{other}`");
                self.report(
                    Diagnostic::error("bad-type", message, word.span, "not a type")
                        .with_suggestion(word.span, other, FIELD_TYPES.iter().copied())
                        .with_help_without_fix(format!(
                            "types are {}, a record's name, one of these in brackets, or `{{ map: string }}`",
                            FIELD_TYPES.join(", ")
                        )),
                );
                return None;
            }
        })
    }

    /// A type that one text holds: of a query parameter, or of a fact of a fixture.
    pub(super) fn scalar_type(&mut self, node: &Node, (what, help): (&str, &str)) -> Option<Type> {
        let ty = self.plain_type(node)?;
        if !matches!(ty, Type::List(_) | Type::Record(_) | Type::Map(_) | Type::Json) {
            return Some(ty);
        }
        let message = format!("{what} is a plain value, no list and no record");
        let found = Diagnostic::error("not-one-value", message, node.span, "more than a value");
        self.report(found.with_help(help));
        None
    }
}

/// The type that a word names.
pub(super) fn word_type(word: &str) -> Option<Type> {
    Some(match word {
        "string" => Type::Text(None),
        "integer" => Type::Integer,
        "number" => Type::Number,
        "boolean" => Type::Boolean,
        "timestamp" => Type::Timestamp(Vec::new()),
        "date" => Type::Date,
        "unix_time" => Type::UnixTime,
        "json" => Type::Json,
        _ => return None,
    })
}

/// Placeholder for a type with reported errors.
pub(super) fn unread_type(place: &Place) -> Type {
    Type::Unknown(place.at("type").id)
}
