//! The name of the key header is case-insensitive.

use super::prelude::*;

pub(super) fn derive(contract: &Contract, clauses: &mut ClauseList<'_>) {
    let auth = &contract.service.auth;
    if let Slot::Stated(case_insensitive) = &auth.case_insensitive
        && case_insensitive.value
    {
        let statement =
            format!("The name of the header `{}` can be written in any case.", auth.header);
        clauses.push(ClauseKind::HeaderCase, &auth.section, case_insensitive.span, statement);
    }
}
