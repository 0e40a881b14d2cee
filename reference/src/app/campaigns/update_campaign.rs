//! `PUT /v2/campaigns/{identifier}`: renames a referral campaign.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::campaign::{Campaign, InvalidCampaignName};
use crate::domain::id::CampaignId;
use crate::store::StoreError;

/// Why no campaign was renamed.
#[derive(Debug, thiserror::Error)]
pub enum UpdateCampaignError {
    /// No campaign can be called so.
    #[error(transparent)]
    InvalidCampaignName(#[from] InvalidCampaignName),
    /// The account has no such campaign.
    #[error("there is no such campaign")]
    NotFound {
        /// What the caller sent.
        campaign_uuid: String,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// Gives the account's campaign of this identifier another name, and returns it as it is now.
    /// Without a name it stays as it is.
    pub async fn update_campaign(
        &self,
        account: &Account,
        uuid: &str,
        name: Option<&str>,
    ) -> Result<Campaign, UpdateCampaignError> {
        name.map_or(Ok(()), Campaign::check_name)?;
        let mut write = self.store.begin_write().await?;
        let renamed = write
            .rename_campaign(&account.uuid, &CampaignId::new(uuid), name)
            .await?;
        let campaign = renamed.ok_or_else(|| UpdateCampaignError::NotFound {
            campaign_uuid: uuid.to_owned(),
        })?;
        write.commit().await?;
        Ok(campaign)
    }
}
