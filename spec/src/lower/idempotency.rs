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
            self.check_header_name(&header);
            Some(Replayed { header: header.value, value: self.text(&fields, "value")?.value })
        });
        Some(Idempotency {
            header: self.header_name(&fields, "header").unwrap_or_default(),
            constraints: self.lengths(&fields),
            replayed,
            reused_with: self.text(&fields, "reused_with"),
            section: place.section,
            span,
        })
    }
}
