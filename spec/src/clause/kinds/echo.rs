//! A field of the answer repeats an input.

use super::prelude::*;
use crate::clause::wording::{an_identifier, input};
use crate::model::Evidence;

/// The evidence of a field is also the evidence of what it repeats.
pub(super) fn derive(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    for echo in &scope.operation.success.echoes {
        let (member, field) = (echo.member.clone(), echo.field.clone());
        let from = input(&echo.from);
        let when = echo
            .when
            .map_or_else(String::new, |by| format!(", when that was {}", an_identifier(by)));
        let statement =
            format!("`{member}.{field}` in the answer repeats {from} of the request{when}.");
        let evidence = scope.record_field(&member, &field).map(|field| field.evidence);
        clauses
            .push(ClauseKind::Echo { member, field }, &echo.section, echo.span, statement)
            .evidence(evidence.unwrap_or(Evidence::Stated));
    }
}
