//! What a failure of the service itself is to a caller.

use axum::http::StatusCode;
use referral_reference_server::Fault;

use crate::log::describe_error;
use crate::store::StoreError;

/// A trouble that passes asks the caller to come again; anything else stays inside.
pub(super) fn of_store<E>(error: StoreError) -> Fault<E> {
    if error.is_transient() {
        tracing::warn!(cause = describe_error(&error), "the database is in trouble");
        let message = "the service is busy, try again later";
        return Fault::other(StatusCode::SERVICE_UNAVAILABLE, message);
    }
    Fault::internal(error)
}

#[cfg(test)]
mod tests {
    use referral_reference_models::KeyError;

    use super::*;
    use crate::store::DatabaseError;

    fn fault(source: DatabaseError) -> Fault<KeyError> {
        let doing = "find a key";
        of_store(StoreError::Query { doing, source })
    }

    #[test]
    fn busy_is_told_apart_from_broken() {
        let Fault::Other { status, .. } = fault(DatabaseError::TimedOut) else {
            panic!("a busy database is no internal fault");
        };
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
        let broken = fault(DatabaseError::Closed);
        assert!(matches!(broken, Fault::Internal(_)));
    }
}
