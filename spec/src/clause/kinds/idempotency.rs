//! Requests that are repeated with the same key.

use super::prelude::*;
use crate::model::Idempotency;

/// A request with the same key and the same body gets the first response again.
pub(super) fn replayed(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Some(Idempotency { header, section, span, .. }) = &scope.operation.idempotency {
        let statement = format!(
            "A further {} with the same `{header}` and the same body gets the status and the body of the first response.",
            scope.route()
        );
        let kind = ClauseKind::IdempotencyReplayed { header: header.clone() };
        clauses.push(kind, section, *span, statement);
    }
}

/// A request with the same key and the same body makes nothing.
pub(super) fn once(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let (Some(Idempotency { header, section, span, .. }), Some(record)) =
        (&scope.operation.idempotency, &scope.operation.creates)
    {
        let statement = format!(
            "Requests of {} with the same `{header}` and the same body create one {record}.",
            scope.route()
        );
        clauses.push(ClauseKind::IdempotencyOnce, section, *span, statement);
    }
}

/// A response that is given again has a header that a first response does not have.
pub(super) fn flagged(scope: OperationScope<'_>, clauses: &mut ClauseList<'_>) {
    if let Some(Idempotency { header, replayed: Some(replayed), section, span, .. }) =
        &scope.operation.idempotency
    {
        let (name, value) = (&replayed.header, &replayed.value);
        let statement = format!(
            "A response of {} that is given again for its `{header}` has the header `{name}: {value}`, and a first one does not.",
            scope.route()
        );
        let kind = ClauseKind::IdempotencyFlagged { header: header.clone() };
        clauses.push(kind, section, *span, statement);
    }
}
