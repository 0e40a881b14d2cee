//! Monetary events. No operation reads them.

use crate::domain::event::Event;
use crate::domain::id::AccountId;
use crate::store::error::failed;
use crate::store::sql::sql;
use crate::store::{StoreError, WriteTransaction};

impl WriteTransaction {
    /// Inserts an event. Foreign keys require that its campaign and subscriber belong to the account.
    pub async fn insert_event(
        &mut self,
        account: &AccountId,
        event: &Event,
    ) -> Result<(), StoreError> {
        sql(
            "INSERT INTO events
                 (account_uuid, uuid, campaign_uuid, subscriber_uuid, value, description, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(account.as_str())
        .bind(event.uuid.as_str())
        .bind(event.campaign.as_str())
        .bind(event.subscriber.as_str())
        .bind(event.value.as_str())
        .bind(&event.description)
        .bind(event.created_at.as_micros())
        .execute(&mut self.transaction)
        .await
        .map_err(failed("record an event"))?;
        Ok(())
    }
}
