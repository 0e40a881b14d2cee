//! `PUT /v2/upscribes/{identifier}`: turns the auto-pilot of a signup widget on or off.

use crate::app::App;
use crate::app::widgets::get_upscribe::GetUpscribeError;
use crate::domain::account::Account;
use crate::domain::id::UpscribeId;
use crate::domain::upscribe::Upscribe;

impl App {
    /// Changes the account's widget of this identifier, and returns it as it is now. Without an
    /// `auto_pilot` nothing is changed.
    pub async fn update_upscribe(
        &self,
        account: &Account,
        uuid: &str,
        auto_pilot: Option<bool>,
    ) -> Result<Upscribe, GetUpscribeError> {
        let Some(auto_pilot) = auto_pilot else {
            return self.get_upscribe(account, uuid).await;
        };
        let mut write = self.store.begin_write().await?;
        let changed = write
            .set_auto_pilot(&account.uuid, &UpscribeId::new(uuid), auto_pilot)
            .await?;
        let upscribe = changed.ok_or_else(|| GetUpscribeError::NotFound {
            upscribe_uuid: uuid.to_owned(),
        })?;
        write.commit().await?;
        Ok(upscribe)
    }
}
