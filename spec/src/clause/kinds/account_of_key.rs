//! The key identifies the account.

use super::prelude::*;

pub(super) fn derive(contract: &Contract, clauses: &mut ClauseList<'_>) {
    let auth = &contract.service.auth;
    if let Slot::Stated(identifies) = &auth.identifies_account
        && identifies.value
    {
        let statement = "The key identifies the account.".to_owned();
        clauses.push(ClauseKind::AccountOfKey, &auth.section, identifies.span, statement);
    }
}
