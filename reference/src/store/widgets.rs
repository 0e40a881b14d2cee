//! Signup widgets, called upscribes in the API.

use crate::domain::id::UpscribeId;
use crate::domain::upscribe::Upscribe;
use crate::store::prelude::*;

record! {
    Upscribe in "upscribes", "insert a widget" {
        uuid, auto_pilot, active, after_submission_behaviour, redirect_url, visibility_rules, after_submission_rules,
        created_at
    }
}

impl Store {
    /// The account's widget with this identifier.
    pub async fn upscribe(
        &self,
        account: &AccountId,
        uuid: &UpscribeId,
    ) -> Result<Option<Upscribe>, StoreError> {
        let query = select::<Upscribe>(" FROM upscribes WHERE account_uuid = $1 AND uuid = $2");
        query.bind(account).bind(uuid).fetch_optional("find a widget", &self.pools).await
    }

    /// All widgets of the account, newest first.
    pub async fn upscribes(&self, account: &AccountId) -> Result<Vec<Upscribe>, StoreError> {
        let query = select::<Upscribe>(
            " FROM upscribes WHERE account_uuid = $1 ORDER BY created_at DESC, uuid DESC",
        );
        query.bind(account).fetch_all("list widgets", &self.pools).await
    }
}

impl WriteTransaction {
    /// Sets the auto-pilot of a widget and returns the widget.
    pub async fn set_auto_pilot(
        &mut self,
        account: &AccountId,
        uuid: &UpscribeId,
        auto_pilot: bool,
    ) -> Result<Option<Upscribe>, StoreError> {
        sql("UPDATE upscribes SET auto_pilot = $3 WHERE account_uuid = $1 AND uuid = $2")
            .returning::<Upscribe>()
            .bind(account)
            .bind(uuid)
            .bind(auto_pilot)
            .fetch_optional("set the auto-pilot of a widget", &mut self.transaction)
            .await
    }
}
