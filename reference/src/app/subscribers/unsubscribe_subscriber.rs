//! `PUT /v2/subscribers/{identifier}/unsubscribe`: a subscriber leaves.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::status::NotPending;
use crate::domain::subscriber::{Subscriber, SubscriberIdentifier};
use crate::store::StoreError;

/// Why nobody left.
#[derive(Debug, thiserror::Error)]
pub enum UnsubscribeSubscriberError {
    /// The account has no such subscriber.
    #[error("there is no such subscriber")]
    NotFound {
        /// What the caller sent.
        identifier: String,
    },
    /// The subscriber has left already.
    #[error(transparent)]
    NotPending(#[from] NotPending),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// Unsubscribes the subscriber that `identifier`, a UUID or an e-mail address, names, and
    /// returns them as they are now.
    ///
    /// The rule decides on the state that was read. Should another caller have moved the subscriber
    /// since, it decides again on the new one: unlike a rejection, leaving is right in most states.
    pub async fn unsubscribe_subscriber(
        &self,
        account: &Account,
        identifier: &str,
    ) -> Result<Subscriber, UnsubscribeSubscriberError> {
        let addressed = SubscriberIdentifier::parse(identifier);
        loop {
            let found = self.store.subscriber(&account.uuid, &addressed).await?;
            let subscriber = found.ok_or_else(|| UnsubscribeSubscriberError::NotFound {
                identifier: identifier.to_owned(),
            })?;
            let next = subscriber.status.unsubscribe()?;

            let mut write = self.store.begin_write().await?;
            let moved = write
                .move_subscriber(&account.uuid, &subscriber.uuid, subscriber.status, next)
                .await?;
            // Also where nothing was moved: who was faster may have written to the same transaction, and is not seen by who
            // reads before it is committed.
            write.commit().await?;
            if moved {
                return Ok(Subscriber {
                    status: next,
                    ..subscriber
                });
            }
        }
    }
}
