//! `DELETE /v2/campaigns/{identifier}/campaign_memberships/{uuid}`: removes a subscriber from a
//! campaign.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::campaign::Membership;
use crate::domain::id::{CampaignId, MembershipId};
use crate::store::StoreError;

/// Why nobody was removed.
#[derive(Debug, thiserror::Error)]
pub enum DeleteCampaignMembershipError {
    /// The account has no such campaign.
    #[error("there is no such campaign")]
    CampaignNotFound {
        /// What the caller sent.
        campaign_uuid: String,
    },
    /// The campaign has no such membership.
    #[error("there is no such membership")]
    NotFound {
        /// What the caller sent.
        membership_uuid: String,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// Removes a membership from the campaign, and returns what it was.
    pub async fn delete_campaign_membership(
        &self,
        account: &Account,
        campaign_uuid: &str,
        membership_uuid: &str,
    ) -> Result<Membership, DeleteCampaignMembershipError> {
        let campaign = self
            .store
            .campaign(&account.uuid, &CampaignId::new(campaign_uuid))
            .await?;
        let campaign = campaign.ok_or_else(|| DeleteCampaignMembershipError::CampaignNotFound {
            campaign_uuid: campaign_uuid.to_owned(),
        })?;

        let membership = MembershipId::new(membership_uuid);
        let mut write = self.store.begin_write().await?;
        let removed = write
            .delete_membership(&account.uuid, &campaign.uuid, &membership)
            .await?;
        let removed = removed.ok_or_else(|| DeleteCampaignMembershipError::NotFound {
            membership_uuid: membership_uuid.to_owned(),
        })?;
        write.commit().await?;
        Ok(removed)
    }
}
