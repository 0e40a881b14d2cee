//! The values that the contract lists for an input, each with its comment.

use spec::{Contract, QueryParameter, Type};

use crate::doc::{Doc, sentence};
use crate::plan::docs::slot_note;
use crate::plan::record::values;

/// The values of a parameter with what they select, in either form of the contract.
pub fn of_query(contract: &Contract, parameter: &QueryParameter) -> Vec<(String, Doc)> {
    let mut known: Vec<(String, Doc)> = Vec::new();
    for value in &parameter.values {
        let mut doc = Doc::new(match value.meaning.value() {
            Some(meaning) => format!("`{}`: {}", value.wire, sentence(meaning)),
            None => format!("`{}`", value.wire),
        });
        doc = doc.text(slot_note(contract, &value.meaning).unwrap_or_default());
        if let Some(expansion) = &value.expansion {
            let gained = expansion.adds.as_ref();
            let gained = gained.map(|adds| format!("Each record gains the member `{adds}`."));
            doc = doc.text(gained.unwrap_or_default());
        }
        known.push((value.wire.clone(), doc));
    }
    for (wire, doc) in of_type(&parameter.ty) {
        if !known.iter().any(|(known, _)| *known == wire) {
            known.push((wire, doc));
        }
    }
    known
}

/// The values of a type that is a list of values.
pub fn of_type(ty: &Type) -> Vec<(String, Doc)> {
    let values = values(ty).unwrap_or_default().iter();
    let listed = values.map(|wire| (wire.clone(), Doc::new(format!("`{wire}`"))));
    listed.collect()
}
