//! `GET /v2/campaigns/{identifier}`: one referral campaign.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::campaign::Campaign;
use crate::domain::id::CampaignId;
use crate::store::StoreError;

/// Why there is no campaign to show.
#[derive(Debug, thiserror::Error)]
pub enum GetCampaignError {
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
    /// The account's campaign of this identifier.
    pub async fn get_campaign(
        &self,
        account: &Account,
        uuid: &str,
    ) -> Result<Campaign, GetCampaignError> {
        let found = self
            .store
            .campaign(&account.uuid, &CampaignId::new(uuid))
            .await?;
        found.ok_or_else(|| GetCampaignError::NotFound {
            campaign_uuid: uuid.to_owned(),
        })
    }
}
