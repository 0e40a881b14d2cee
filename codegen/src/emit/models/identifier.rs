//! Identifiers of a record as types of their own.

use super::prelude::*;
use crate::plan::IdentifierPlan;

pub fn text(plan: &IdentifierPlan<'_>) -> String {
    let (record, own) = (&plan.name, plan.own.to_string());
    let section = section(&plan.record.section);
    let doc = Doc::default()
        .linked(format!("Identifier of a [`{record}`](crate::{record}), assigned by the service."))
        .text("Its format is not documented: any text is accepted.")
        .text(&section);
    let values = [("OWN", own.as_str()), ("DOC", &doc.text_behind("///"))];
    let mut text =
        format!("//! Identifiers of `{record}`.\n\nuse contract_runtime::text_type;\n\n");
    text.push_str(&fill(include_str!("own.rs.in"), &values));
    if let Some(reference) = &plan.reference {
        let doc = Doc::default()
            .linked(format!("Identifier or e-mail address of a [`{record}`](crate::{record})."))
            .text("A text that contains `@` is read as an e-mail address.")
            .text(&section);
        let (variant, name) = (plan.variant.to_string(), plan.member.to_string());
        let values = [
            ("OWN", own.as_str()),
            ("REFERENCE", &reference.to_string()),
            ("VARIANT", &variant),
            ("NAME", &name),
            ("DOC", &doc.text_behind("///")),
        ];
        text.push_str(&fill(include_str!("reference.rs.in"), &values));
    }
    text
}
