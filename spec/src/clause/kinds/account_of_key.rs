//! The key identifies the account.

use reader::Span;

use crate::clause::ClauseKind;
use crate::clause::scope::ClauseList;
use crate::model::Contract;

pub(super) fn derive(contract: &Contract, clauses: &mut ClauseList<'_>) {
    let auth = &contract.service.auth;
    if auth.identifies_account.stated() == Some(&true) {
        clauses.push(ClauseKind::AccountOfKey, &auth.section);
    }
}

pub(super) fn suffix() -> String {
    "key.account".to_owned()
}

pub(super) fn statement(_contract: &Contract) -> String {
    "The key identifies the account.".to_owned()
}

pub(super) fn declaration(contract: &Contract) -> Option<Span> {
    contract.service.auth.identifies_account.span()
}
