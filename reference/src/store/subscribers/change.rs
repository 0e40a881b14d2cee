//! Changes of a subscriber.

use crate::domain::email::Email;
use crate::domain::status::Status;
use crate::domain::subscriber::Subscriber;
use crate::domain::subscriber::change::SubscriberChange;
use crate::store::prelude::*;

/// Outcome of changing a subscriber.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SubscriberChanged {
    /// The subscriber after the change.
    Done(Box<Subscriber>),
    /// Another subscriber of the account has the new address.
    EmailTaken,
    /// The account has no such subscriber.
    NotFound,
}

impl WriteTransaction {
    /// Changes only the given columns, so that concurrent changes of others are kept.
    pub async fn change_subscriber(
        &mut self,
        account: &AccountId,
        uuid: &SubscriberId,
        change: &SubscriberChange,
    ) -> Result<SubscriberChanged, StoreError> {
        let row = sql("UPDATE subscribers
             SET email = COALESCE($3, email),
                 email_normalised = COALESCE($4, email_normalised),
                 name = COALESCE($5, name),
                 status = COALESCE($6, status)
             WHERE account_uuid = $1 AND uuid = $2")
        .returning::<Subscriber>()
        .bind(account)
        .bind(uuid)
        .bind(&change.email)
        .bind(change.email.as_ref().map(Email::normalised))
        .bind(&change.name)
        .bind(&change.status)
        .fetch_optional("change a subscriber", &mut self.transaction)
        .await;
        match row {
            Ok(Some(subscriber)) => Ok(SubscriberChanged::Done(Box::new(subscriber))),
            Ok(None) => Ok(SubscriberChanged::NotFound),
            // The address is the only unique column that changes here.
            Err(StoreError::Query { source, .. }) if source.is_unique_violation() => {
                Ok(SubscriberChanged::EmailTaken)
            }
            Err(error) => Err(error),
        }
    }

    /// Changes the status of a subscriber and returns whether it still had the status `from`.
    pub async fn move_subscriber(
        &mut self,
        account: &AccountId,
        uuid: &SubscriberId,
        from: Status,
        to: Status,
    ) -> Result<bool, StoreError> {
        let changed = sql("UPDATE subscribers SET status = $4
             WHERE account_uuid = $1 AND uuid = $2 AND status = $3")
        .bind(account)
        .bind(uuid)
        .bind(&from)
        .bind(&to)
        .execute("change the state of a subscriber", &mut self.transaction)
        .await?;
        Ok(changed > 0)
    }
}
