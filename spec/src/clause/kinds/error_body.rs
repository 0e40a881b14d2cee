//! The shape of an error body.

use super::prelude::*;

pub(super) fn derive(contract: &Contract, clauses: &mut ClauseList<'_>) {
    let body = &contract.service.error_body;
    let statement =
        format!("An error body is a JSON object whose `{}` is the message, a string.", body.member);
    clauses.push(ClauseKind::ErrorBody, &body.section, body.span, statement);
}
