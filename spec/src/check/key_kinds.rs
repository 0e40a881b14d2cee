//! Kinds of keys.

use super::prelude::*;
use crate::model::{Condition, ErrorCase, Fact};

/// Another kind whose account a kind has, or that a condition names, is declared.
pub(super) fn declared(contract: &Contract, out: &mut Diagnostics) {
    let kinds = &contract.service.keys;
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name.as_str()).collect();
    for kind in kinds {
        let Some(of) = &kind.account_of else { continue };
        let known = kinds.iter().find(|known| known.name == of.value);
        if known.is_none_or(|known| known.account_of.is_some()) {
            let message = format!("`{of}` is no kind of key with an account of its own");
            let found = Diagnostic::error("unknown-key-kind", message, of.span, "named here");
            out.push(suggest(found, of.span, of, "kinds of keys", &names));
        }
    }
    let of_service = &contract.service.errors;
    let cases = contract.operations().flat_map(|operation| &operation.errors);
    // An operation repeats the condition of the service's case.
    let own =
        cases.filter(|case| of_service.iter().all(|other| other.when.value() != case.when.value()));
    let conditions = of_service.iter().chain(own).filter_map(ErrorCase::condition_of_kind);
    for (kind, span) in conditions.filter(|(kind, _)| !names.contains(kind)) {
        let message = format!("unknown kind of key `{kind}`");
        let found = Diagnostic::error("unknown-key-kind", message, span, "not declared");
        out.push(suggest(found, span, kind, "kinds of keys", &names));
    }
}

impl ErrorCase {
    /// The kind of key that it refuses, and where it is named.
    fn condition_of_kind(&self) -> Option<(&str, Span)> {
        let Fact { value: Condition::KeyOf(kind), span, .. } = self.when.fact()? else {
            return None;
        };
        Some((kind, *span))
    }
}
