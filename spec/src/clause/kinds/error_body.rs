//! The shape of an error body.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::ClauseList;
use crate::model::Contract;

pub(super) fn derive(contract: &Contract, clauses: &mut ClauseList<'_>) {
    clauses.push(ClauseKind::ErrorBody, &contract.service.error_body.section);
}

pub(super) fn suffix() -> String {
    "errors.body".to_owned()
}

pub(super) fn statement(contract: &Contract) -> String {
    let member = &contract.service.error_body.member;
    format!("An error body is a JSON object whose `{member}` is the message, a string.")
}

pub(super) fn declaration(contract: &Contract) -> Span {
    contract.service.error_body.span
}
