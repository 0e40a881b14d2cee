//! The name of the key header is case-insensitive.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::ClauseList;
use crate::model::Contract;

pub(super) fn derive(contract: &Contract, clauses: &mut ClauseList<'_>) {
    let auth = &contract.service.auth;
    if auth.case_insensitive.stated() == Some(&true) {
        clauses.push(ClauseKind::HeaderCase, &auth.section);
    }
}

pub(super) fn suffix() -> String {
    "key.header_case".to_owned()
}

pub(super) fn statement(contract: &Contract) -> String {
    let header = &contract.service.auth.header;
    format!("The name of the header `{header}` can be written in any case.")
}

pub(super) fn declaration(contract: &Contract) -> Option<Span> {
    contract.service.auth.case_insensitive.span()
}
