//! What all lines of one request share: its name, and the account that asks.

use std::cell::OnceCell;

use crate::domain::id::{AccountId, RequestId};

/// The request at hand.
pub(super) struct Asked {
    pub(super) id: RequestId,
    /// Known once the key is checked.
    pub(super) account: OnceCell<AccountId>,
}

tokio::task_local! {
    static ASKED: Asked;
}

/// Does the work of a request; every line of it carries this name.
pub async fn with_request_id<F: Future>(id: RequestId, work: F) -> F::Output {
    let account = OnceCell::new();
    ASKED.scope(Asked { id, account }, work).await
}

/// Tells the lines of this request from now on which account asks. Without a request, nothing.
pub fn record_account(account: &AccountId) {
    // Whoever is told first stays; nobody tells twice.
    let tell = |asked: &Asked| drop(asked.account.set(account.clone()));
    ASKED.try_with(tell).unwrap_or_default();
}

/// The name of the request at hand.
pub fn current_request_id() -> Option<RequestId> {
    current(|asked| asked.id.clone())
}

/// Looks at the request at hand.
pub(super) fn current<T>(look: impl FnOnce(&Asked) -> T) -> Option<T> {
    ASKED.try_with(look).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_is_known_within_and_not_outside() {
        assert_eq!(current_request_id(), None);
        let id = RequestId::new("req_1");
        with_request_id(id.clone(), async {
            assert_eq!(current_request_id(), Some(id));
            record_account(&AccountId::new("account_1"));
            record_account(&AccountId::new("account_2"));
            let account = current(|asked| asked.account.get().cloned()).flatten();
            assert_eq!(account, Some(AccountId::new("account_1")));
        })
        .await;
        record_account(&AccountId::new("nobody asks"));
        assert_eq!(current_request_id(), None);
    }
}
