//! `PUT /v2/subscribers/{identifier}`: changes the name, the address or the status of a subscriber.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::subscriber::change::{ChangeRequest, InvalidChange};
use crate::domain::subscriber::{Subscriber, SubscriberIdentifier};
use crate::store::{StoreError, SubscriberChanged};

/// Why nobody was changed.
#[derive(Debug, thiserror::Error)]
pub enum UpdateSubscriberError {
    /// What was sent cannot be changed so.
    #[error(transparent)]
    InvalidChange(#[from] InvalidChange),
    /// Another subscriber of the account has the new address.
    #[error("the e-mail address is taken")]
    EmailTaken,
    /// The account has no such subscriber.
    #[error("there is no such subscriber")]
    NotFound {
        /// What the caller sent.
        identifier: String,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// Changes the subscriber that `identifier`, a UUID or an e-mail address, names, and returns
    /// them as they are now. What was sent is judged before anybody is looked up.
    pub async fn update_subscriber(
        &self,
        account: &Account,
        identifier: &str,
        change: ChangeRequest,
    ) -> Result<Subscriber, UpdateSubscriberError> {
        let change = change.check()?;
        let not_found = || UpdateSubscriberError::NotFound {
            identifier: identifier.to_owned(),
        };
        let found = self
            .store
            .subscriber(&account.uuid, &SubscriberIdentifier::parse(identifier))
            .await?;
        let uuid = found.ok_or_else(not_found)?.uuid;

        let mut write = self.store.begin_write().await?;
        match write
            .change_subscriber(&account.uuid, &uuid, &change)
            .await?
        {
            SubscriberChanged::Done(subscriber) => {
                write.commit().await?;
                Ok(*subscriber)
            }
            SubscriberChanged::EmailTaken => Err(UpdateSubscriberError::EmailTaken),
            SubscriberChanged::NotFound => Err(not_found()),
        }
    }
}
