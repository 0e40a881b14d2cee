//! Headers of responses.

use super::fields::word_type;
use super::prelude::*;
use crate::language::{PLAIN_TYPES, RESPONSE_HEADER};
use crate::model::{FRAMING_HEADERS, ResponseHeader, TAKEN_HEADERS};

impl Lower<'_> {
    /// The headers of a success, each declared once.
    pub(super) fn response_headers(
        &mut self,
        fields: &Fields<'_>,
        place: &Place,
    ) -> Vec<ResponseHeader> {
        let headers = self.each(fields, "headers", "a map of headers", |lower, entry| {
            lower.response_header(entry, &place.at("headers"))
        });
        for (index, header) in headers.iter().enumerate() {
            let is_same = |other: &&ResponseHeader| other.name.eq_ignore_ascii_case(&header.name);
            if let Some(first) = headers[..index].iter().find(is_same) {
                let message = format!("the header `{}` is declared twice", header.name);
                self.report(
                    Diagnostic::error("repeated-header", message, header.span, "declared again")
                        .with_label(first.span, "declared first here")
                        .with_help("upper and lower case are the same in names of headers: declare it once"),
                );
            }
        }
        headers
    }

    fn response_header(&mut self, entry: &Entry, place: &Place) -> Option<ResponseHeader> {
        let fields = self.reader.table(&entry.value, &RESPONSE_HEADER)?;
        self.check_response_header(&entry.key);
        let name = entry.key.value.clone();
        let place = self.sourced(&fields, &place.at(&name));
        let word = fields
            .get("type")
            .and_then(|node| self.reader.word(node, "type of a header", PLAIN_TYPES));
        let ty = word.and_then(|word| word_type(word.value)).unwrap_or(Type::Text(None));
        let ty = self.refine(ty, &fields);
        let leads_to = self.text(&fields, "leads_to");
        if let Some(target) = leads_to.as_ref().filter(|_| !matches!(ty, Type::Text(_))) {
            let message = format!("`{name}` leads to a record, so it is a text");
            let key = if matches!(ty, Type::Enumeration(_)) { "values" } else { "type" };
            let span = fields.key_span(key).unwrap_or(target.span);
            let label = if key == "type" { "not a text" } else { "not any text" };
            self.report(
                Diagnostic::error("misplaced-refinement", message, span, label)
                    .with_label(target.span, "what it leads to")
                    .with_help(format!("remove `{key}`")),
            );
        }
        let present =
            Written { owner: entry.key.span, ..Written::new(&fields, "present", "present") };
        Some(ResponseHeader {
            complete: self.complete(&fields, &ty),
            constraints: self.constraints(&fields, &ty),
            present: self.boolean_slot(&place, &present),
            description: self.text_or_empty(&fields, "description"),
            section: place.section,
            span: entry.key.span,
            name,
            ty,
            leads_to,
        })
    }

    /// The name of a header that requests carry, and names of which one can be written instead.
    pub(super) fn header_name(
        &mut self,
        fields: &Fields<'_>,
        key: &str,
        others: &str,
    ) -> Option<Spanned<String>> {
        let name = self.text(fields, key)?;
        if self.check_header_name(&name) && TAKEN_HEADERS.contains(&&*name.to_ascii_lowercase()) {
            let message = format!("{} cannot carry a key", quoted(&name));
            self.report(
                Diagnostic::error("bad-header", message, name.span, "set by HTTP clients")
                    .with_help(format!("use a header without another meaning: {others}")),
            );
        }
        Some(name)
    }

    /// Reports a name that no header of a documented response has.
    pub(super) fn check_response_header(&mut self, name: &Spanned<String>) {
        let is_legal = self.check_header_name(name);
        if is_legal && FRAMING_HEADERS.contains(&&*name.to_ascii_lowercase()) {
            let message = format!("`{name}` is about the message, not about the success");
            self.report(
                Diagnostic::error("bad-header", message, name.span, "set by HTTP servers")
                    .with_help("remove it: HTTP says what it means"),
            );
        }
    }

    /// Reports a name that no header has.
    pub(super) fn check_header_name(&mut self, name: &Spanned<String>) -> bool {
        let legal = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        let is_legal = !name.is_empty() && name.bytes().all(legal);
        if !is_legal {
            let message = format!("{} is not a header name", quoted(name));
            self.report(
                Diagnostic::error("bad-header", message, name.span, "not a valid header name")
                    .with_help("letters, digits and `-`, without blanks: `Library-Card`"),
            );
        }
        is_legal
    }
}
