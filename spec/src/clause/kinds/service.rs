//! The whole service: error body, key, limits.

use super::prelude::*;

/// The shape of an error body.
pub(super) fn error_body(contract: &Contract, clauses: &mut ClauseList<'_>) {
    let body = &contract.service.error_body;
    let statement =
        format!("An error body is a JSON object whose `{}` is the message, a string.", body.member);
    clauses.push(ClauseKind::ErrorBody, &body.section, body.span, statement);
}

/// The media type of error bodies.
pub(super) fn error_type(contract: &Contract, clauses: &mut ClauseList<'_>) {
    if let Some(media_type) = &contract.service.error_body.content_type {
        let statement = format!("An error body has the media type `{}`.", media_type.value);
        clauses.push(ClauseKind::ErrorType, &media_type.section, media_type.span, statement);
    }
}

/// The name of the key header is case-insensitive.
pub(super) fn header_case(contract: &Contract, clauses: &mut ClauseList<'_>) {
    if let Some(auth) = &contract.service.auth
        && let Some(Slot::Stated(case_insensitive)) = &auth.case_insensitive
        && case_insensitive.value
    {
        let header = auth.place.header().unwrap_or_default();
        let statement = format!("The name of the header `{header}` can be written in any case.");
        clauses.push(ClauseKind::HeaderCase, &auth.section, case_insensitive.span, statement);
    }
}

/// The key identifies the account.
pub(super) fn account_of_key(contract: &Contract, clauses: &mut ClauseList<'_>) {
    if let Some(auth) = &contract.service.auth
        && let Slot::Stated(identifies) = &auth.identifies_account
        && identifies.value
    {
        let statement = "The key identifies the account.".to_owned();
        clauses.push(ClauseKind::AccountOfKey, &auth.section, identifies.span, statement);
    }
}

/// The number of records of an account is limited.
pub(super) fn account_limit(contract: &Contract, clauses: &mut ClauseList<'_>) {
    for limited in contract.records() {
        if let Some(limit) = &limited.limit {
            let record = limited.name.clone();
            let statement = match limit.per_account {
                1 => format!("An account has at most one {record} record."),
                most => format!("An account has at most {most} {record} records."),
            };
            clauses
                .push(ClauseKind::AccountLimit { record }, &limit.section, limit.span, statement)
                .untestable_because(limit.untestable_because.as_deref());
        }
    }
}
