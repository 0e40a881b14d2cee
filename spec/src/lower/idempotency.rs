//! Keys with which a request can be repeated.

use super::prelude::*;
use crate::language::{IDEMPOTENCY, REPLAYED};
use crate::model::{Idempotency, Method, Replayed};

impl Lower<'_> {
    /// The rule of an operation with this method.
    pub(super) fn idempotency(
        &mut self,
        fields: &Fields<'_>,
        method: Option<Method>,
        place: &Place,
    ) -> Option<Idempotency> {
        let span = fields.key_span("idempotency")?;
        let fields = self.reader.table(fields.get("idempotency")?, &IDEMPOTENCY)?;
        if method.is_some_and(Method::is_safe) {
            let message = "a request that only reads needs no key to be repeated";
            self.report(
                Diagnostic::error("idempotency-of-a-read", message, span, "of a read")
                    .with_help("remove `idempotency`"),
            );
        }
        let place = self.sourced(&fields, &place.at("idempotency"));
        let replayed = fields.get("replayed").and_then(|node| {
            let fields = self.reader.table(node, &REPLAYED)?;
            let header = self.text(&fields, "header")?;
            self.check_response_header(&header);
            let value = self.text(&fields, "value")?;
            self.check_header_value(&value);
            Some(Replayed { header: header.value, value: value.value })
        });
        let header = self.header_name(&fields, "header", "`Idempotency-Key`");
        Some(Idempotency {
            header_span: header.as_ref().map_or(span, |header| header.span),
            header: header.map(|header| header.value).unwrap_or_default(),
            constraints: self.lengths(&fields),
            replayed,
            reused_with: self.text(&fields, "reused_with"),
            section: place.section,
            span,
        })
    }

    /// Reports a text that no header has as its value: receivers remove the blanks around it.
    fn check_header_value(&mut self, value: &Spanned<String>) {
        let is_value = !value.is_empty()
            && value.trim().len() == value.len()
            && value.bytes().all(|byte| matches!(byte, b' '..=b'~'));
        if !is_value {
            let message = format!("{} is not the value of a header", quoted(value));
            self.report(
                Diagnostic::error("bad-header", message, value.span, "not such a value")
                    .with_help("ASCII characters on one line, without blanks around them: `true`"),
            );
        }
    }
}
