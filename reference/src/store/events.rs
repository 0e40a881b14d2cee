//! Monetary events. No operation reads them.

use crate::domain::event::Event;
use crate::store::prelude::*;

impl WriteTransaction {
    /// Inserts an event. Foreign keys require that its campaign and subscriber belong to the account.
    pub async fn insert_event(
        &mut self,
        account: &AccountId,
        event: &Event,
    ) -> Result<(), StoreError> {
        insert_into("events")
            .set("account_uuid", account)
            .set("uuid", &event.uuid)
            .set("campaign_uuid", &event.campaign)
            .set("subscriber_uuid", &event.subscriber)
            .set("value", &event.value)
            .set("description", &event.description)
            .set("created_at", &event.created_at)
            .sql()
            .execute("record an event", &mut self.transaction)
            .await?;
        Ok(())
    }
}
