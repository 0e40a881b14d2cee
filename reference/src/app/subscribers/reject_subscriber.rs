//! `PUT /v2/subscribers/{identifier}/reject`: turns a pending subscriber away.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::status::NotPending;
use crate::domain::subscriber::{Subscriber, SubscriberIdentifier};
use crate::store::StoreError;

/// Why nobody was rejected.
#[derive(Debug, thiserror::Error)]
pub enum RejectSubscriberError {
    /// The account has no such subscriber.
    #[error("there is no such subscriber")]
    NotFound {
        /// What the caller sent.
        identifier: String,
    },
    /// The subscriber is in another state.
    #[error(transparent)]
    NotPending(#[from] NotPending),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// Rejects the subscriber that `identifier`, a UUID or an e-mail address, names, and returns
    /// them as they are now.
    ///
    /// The rule decides on the state that was read; the row is moved only if it still is in that
    /// state. Of two callers at once, one rejects and the other is told that the subscriber is not
    /// pending.
    pub async fn reject_subscriber(
        &self,
        account: &Account,
        identifier: &str,
    ) -> Result<Subscriber, RejectSubscriberError> {
        let found = self
            .store
            .subscriber(&account.uuid, &SubscriberIdentifier::parse(identifier))
            .await?;
        let subscriber = found.ok_or_else(|| RejectSubscriberError::NotFound {
            identifier: identifier.to_owned(),
        })?;
        let next = subscriber.status.reject()?;

        let mut write = self.store.begin_write().await?;
        let moved = write
            .move_subscriber(&account.uuid, &subscriber.uuid, subscriber.status, next)
            .await?;
        if !moved {
            return Err(NotPending.into());
        }
        write.commit().await?;
        Ok(Subscriber {
            status: next,
            ..subscriber
        })
    }
}
