//! Members of records and their types.

use std::collections::BTreeMap;

use reader::{Diagnostic, Entry, Fields, Node, Span, Value};

use super::Lower;
use super::slots::{Place, Silences, Written};
use crate::language::{FIELD, FIELD_TYPES, FORMATS};
use crate::model::{Evidence, Field, Format, Type};

impl<'a> Lower<'a> {
    /// One member; `added_by` is the gap whose answer adds it.
    pub(super) fn field(
        &mut self,
        entry: &'a Entry,
        place: &Place,
        silences: &Silences,
        added_by: Option<String>,
    ) -> Option<Field> {
        let fields = self.reader.table(&entry.value, &FIELD)?;
        self.check_name(&entry.key);
        let name = entry.key.value.clone();
        let place = place.at(&name).in_section(self.section(fields.get("source")));
        let wire = self.text_of(&fields, "wire_name");
        let ty = self.member_type(&fields, &place, silences);
        let written = |key| Written {
            name: key,
            inherits: key,
            node: fields.get(key),
            owner: entry.key.span,
        };
        let boolean = |lower: &mut Self, _: &Place, node: &Node| {
            lower.reader.boolean(node).map(|flag| flag.value)
        };
        let present = self.slot(&place, silences, &written("present"), boolean);
        let nullable = self.slot(&place, silences, &written("nullable"), boolean);
        Some(Field {
            wire: wire.unwrap_or_else(|| name.clone()),
            name,
            ty: ty.unwrap_or_else(|| unread_type(&place)),
            present,
            nullable,
            evidence: self.evidence(fields.get("evidence")),
            description: self.optional_text(fields.get("description")),
            section: place.section,
            added_by,
            span: entry.key.span,
        })
    }

    pub(super) fn evidence(&mut self, node: Option<&Node>) -> Evidence {
        let names = Evidence::ALL.map(Evidence::name);
        let word = node.and_then(|node| self.reader.word(node, "kind of evidence", &names));
        let is_meant =
            |evidence: &Evidence| word.as_ref().is_some_and(|word| word.value == evidence.name());
        Evidence::ALL.into_iter().find(is_meant).unwrap_or(Evidence::Stated)
    }

    /// The type of a member from its `type`, `format`, `values` and `forms`; silence gives [`Type::Unknown`].
    pub(super) fn member_type(
        &mut self,
        fields: &Fields<'_>,
        place: &Place,
        silences: &Silences,
    ) -> Option<Type> {
        let node = fields.get("type")?;
        let written =
            Written { name: "type", inherits: "type", node: Some(node), owner: fields.span };
        let slot = self.slot(place, silences, &written, |lower, _, node| lower.plain_type(node));
        let Some(ty) = slot.value().cloned() else {
            return slot.gap().map(|gap| Type::Unknown(gap.to_owned()));
        };
        let refined = self.refine(ty, fields);
        Some(refined)
    }

    fn refine(&mut self, ty: Type, fields: &Fields<'_>) -> Type {
        let format = fields
            .get("format")
            .and_then(|node| Some((node.span, self.reader.word(node, "format", FORMATS)?.value)));
        let values = self.values(fields.get("values"));
        let forms = self.timestamp_forms(fields.get("forms"));
        for (key, fits) in [
            ("format", format.is_none() || matches!(ty, Type::Text(_))),
            ("values", values.is_empty() || matches!(ty, Type::Text(_))),
            ("forms", forms.is_empty() || matches!(ty, Type::Timestamp(_))),
        ] {
            if !fits {
                let span = fields.key_span(key).unwrap_or(fields.span);
                self.report(
                    Diagnostic::error(
                        "misplaced-refinement",
                        format!("`{key}` does not apply to this type"),
                        span,
                        "does not apply here",
                    )
                    .with_help("`format` and `values` apply to `string`, `forms` to `timestamp`"),
                );
            }
        }
        match ty {
            Type::Text(_) if !values.is_empty() => Type::Enumeration(values),
            Type::Text(_) => Type::Text(format.map(|(_, word)| match word {
                "email" => Format::Email,
                "url" => Format::Url,
                "country" => Format::Country,
                _ => Format::Identifier,
            })),
            Type::Timestamp(_) => Type::Timestamp(forms),
            other => other,
        }
    }

    /// The values of a type, each of which is listed once.
    fn values(&mut self, node: Option<&Node>) -> Vec<String> {
        let Some(node) = node else { return Vec::new() };
        let mut values: BTreeMap<String, Span> = BTreeMap::new();
        let mut listed = Vec::new();
        for item in self.reader.list(node, "a list of texts") {
            let Some(text) = self.reader.text(item) else {
                continue;
            };
            match values.get(&text.value) {
                Some(first) => self.report(
                    Diagnostic::error(
                        "repeated-value",
                        format!("the value `{}` is listed twice", text.value),
                        item.span,
                        "listed again here",
                    )
                    .with_label(*first, "listed first here")
                    .with_help("list it once; values are case-sensitive"),
                ),
                None => {
                    values.insert(text.value.clone(), item.span);
                    listed.push(text.value);
                }
            }
        }
        listed
    }

    /// A type as a word, a record's name, or a list of one of these in brackets.
    pub(super) fn plain_type(&mut self, node: &Node) -> Option<Type> {
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
        Some(match word.value.as_str() {
            "string" => Type::Text(None),
            "integer" => Type::Integer,
            "number" => Type::Number,
            "boolean" => Type::Boolean,
            "timestamp" => Type::Timestamp(Vec::new()),
            name if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
                Type::Record(name.to_owned())
            }
            other => {
                let diagnostic = Diagnostic::error(
                    "bad-type",
                    format!("unknown type `{other}`"),
                    word.span,
                    "not a type",
                );
                self.report(match reader::did_you_mean(other, FIELD_TYPES.iter().copied()) {
                    Some(near) => {
                        diagnostic.with_fix(word.span, near, format!("did you mean `{near}`?"))
                    }
                    None => diagnostic.with_help(format!(
                        "types are {}, a record's name, or one of these in brackets",
                        FIELD_TYPES.join(", ")
                    )),
                });
                return None;
            }
        })
    }
}

/// Placeholder for a type with reported errors.
pub(super) fn unread_type(place: &Place) -> Type {
    Type::Unknown(place.at("type").id)
}
