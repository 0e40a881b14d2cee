//! Operations on referral campaigns.

mod get_campaign;
mod list_campaigns;
mod update_campaign;

use crate::api::models;

use crate::domain::campaign::Campaign;
use crate::domain::id::{AccountId, CampaignId};
use crate::operations::{OperationError, Service};

impl Service {
    /// The account's campaign of this identifier. Fails if the campaign does not exist, or the
    /// database fails.
    pub async fn find_campaign<E>(
        &self,
        account: &AccountId,
        uuid: &str,
    ) -> Result<Campaign, OperationError<E>> {
        let campaign = self.store.campaign(account, &CampaignId::new(uuid)).await?;
        campaign.ok_or_else(|| OperationError::not_found("Campaign", uuid))
    }
}

pub(super) fn into_model(campaign: Campaign) -> models::Campaign {
    models::Campaign::new(campaign.uuid.as_str(), campaign.name)
}
