//! `GET /v2/upscribes/{identifier}`: one signup widget.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::id::UpscribeId;
use crate::domain::upscribe::Upscribe;
use crate::store::StoreError;

/// Why there is no widget to show.
#[derive(Debug, thiserror::Error)]
pub enum GetUpscribeError {
    /// The account has no such widget.
    #[error("there is no such widget")]
    NotFound {
        /// What the caller sent.
        upscribe_uuid: String,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// The account's widget of this identifier.
    pub async fn get_upscribe(
        &self,
        account: &Account,
        uuid: &str,
    ) -> Result<Upscribe, GetUpscribeError> {
        let found = self
            .store
            .upscribe(&account.uuid, &UpscribeId::new(uuid))
            .await?;
        found.ok_or_else(|| GetUpscribeError::NotFound {
            upscribe_uuid: uuid.to_owned(),
        })
    }
}
