//! Fields of all lines of a request: its id and its account.

use std::cell::OnceCell;

use crate::domain::id::{AccountId, RequestId};

pub(super) struct CurrentRequest {
    pub(super) id: RequestId,
    /// Set once the key is checked.
    pub(super) account: OnceCell<AccountId>,
    /// Set once the route is known.
    operation: OnceCell<&'static str>,
}

tokio::task_local! {
    static CURRENT: CurrentRequest;
}

/// Runs the work of a request; all its lines contain this id.
pub async fn with_request_id<F: Future>(id: RequestId, work: F) -> F::Output {
    let request = CurrentRequest { id, account: OnceCell::new(), operation: OnceCell::new() };
    CURRENT.scope(request, work).await
}

/// Adds the account to all further lines of the current request, if there is one.
pub fn record_account(account: &AccountId) {
    // The first account is kept; it is set only once.
    let record = |request: &CurrentRequest| drop(request.account.set(account.clone()));
    CURRENT.try_with(record).unwrap_or_default();
}

/// Sets the operation of the current request, for metrics.
pub fn record_operation(operation: &'static str) {
    // It is set only once.
    _ = CURRENT.try_with(|request| request.operation.set(operation));
}

/// The operation of the current request, if it reached one.
pub fn current_operation() -> Option<&'static str> {
    current(|request| request.operation.get().copied()).flatten()
}

/// The id of the current request.
pub fn current_request_id() -> Option<RequestId> {
    current(|request| request.id.clone())
}

/// Reads the current request, if there is one.
pub(super) fn current<T>(look: impl FnOnce(&CurrentRequest) -> T) -> Option<T> {
    CURRENT.try_with(look).ok()
}
