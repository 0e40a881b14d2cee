//! `DELETE /v2/campaigns/{identifier}/campaign_memberships/{uuid}`: removes a subscriber from a campaign.

use crate::api::models::{
    DeleteCampaignMembershipError, DeleteCampaignMembershipRequest, DeleteCampaignMembershipSuccess,
};
use crate::api::server::memberships::DeleteCampaignMembership;

use crate::domain::campaign::Membership;
use crate::domain::id::{AccountId, MembershipId};
use crate::operations::authenticate::Caller;
use crate::operations::memberships::into_model;
use crate::operations::{Handled, Handlers, OperationError, Service};

impl Service {
    /// Deletes a membership of the campaign and returns it.
    pub async fn delete_campaign_membership(
        &self,
        account: &AccountId,
        campaign_uuid: &str,
        membership_uuid: &str,
    ) -> Result<Membership, OperationError<DeleteCampaignMembershipError>> {
        let campaign = self.find_campaign(account, campaign_uuid).await?;
        let membership = MembershipId::new(membership_uuid);
        let mut write = self.store.begin_write().await?;
        let deleted = write.delete_membership(account, &campaign.uuid, &membership).await?;
        let deleted = deleted
            .ok_or_else(|| OperationError::not_found("Campaign membership", membership_uuid))?;
        write.commit().await?;
        Ok(deleted)
    }
}

impl DeleteCampaignMembership<Caller> for Handlers {
    async fn delete_campaign_membership(
        &self,
        Caller { account, .. }: Caller,
        request: DeleteCampaignMembershipRequest,
    ) -> Handled<DeleteCampaignMembershipRequest> {
        let (campaign, uuid) = (request.identifier.as_str(), request.uuid.as_str());
        let membership = self.service.delete_campaign_membership(&account, campaign, uuid).await?;
        Ok(DeleteCampaignMembershipSuccess::new(into_model(membership)?).into())
    }
}
