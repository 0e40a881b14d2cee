//! Changes of a subscriber.

use crate::domain::email::Email;
use crate::domain::id::{AccountId, SubscriberId};
use crate::domain::status::Status;
use crate::domain::subscriber::Subscriber;
use crate::domain::subscriber::change::SubscriberChange;
use crate::store::error::failed;
use crate::store::sql::sql;
use crate::store::subscribers::Row;
use crate::store::{StoreError, WriteTransaction};

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
        let row: Result<Option<Row>, _> = sql(concat!(
            "UPDATE subscribers
             SET email = COALESCE($3, email),
                 email_normalised = COALESCE($4, email_normalised),
                 name = COALESCE($5, name),
                 status = COALESCE($6, status)
             WHERE account_uuid = $1 AND uuid = $2
             RETURNING ",
            columns!()
        ))
        .bind(account.as_str())
        .bind(uuid.as_str())
        .bind(change.email.as_ref().map(Email::as_str))
        .bind(change.email.as_ref().map(Email::normalised))
        .bind(&change.name)
        .bind(change.status.map(Status::as_str))
        .fetch_optional(&mut self.transaction)
        .await;
        match row {
            Ok(Some(row)) => Ok(SubscriberChanged::Done(Box::new(row.try_into()?))),
            Ok(None) => Ok(SubscriberChanged::NotFound),
            // The address is the only unique column that changes here.
            Err(error) if error.is_unique_violation() => Ok(SubscriberChanged::EmailTaken),
            Err(error) => Err(failed("change a subscriber")(error)),
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
        let done = sql("UPDATE subscribers SET status = $4
             WHERE account_uuid = $1 AND uuid = $2 AND status = $3")
        .bind(account.as_str())
        .bind(uuid.as_str())
        .bind(from.as_str())
        .bind(to.as_str())
        .execute(&mut self.transaction)
        .await
        .map_err(failed("change the state of a subscriber"))?;
        Ok(done > 0)
    }
}
