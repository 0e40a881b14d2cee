//! `DELETE /v2/campaigns/{identifier}/campaign_memberships/{uuid}`.

use referral_reference_models::{
    DeleteCampaignMembershipError, DeleteCampaignMembershipRequest, DeleteCampaignMembershipSuccess,
};
use referral_reference_server::memberships::DeleteCampaignMembership;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::memberships::delete_campaign_membership::DeleteCampaignMembershipError as NotDeleted;
use crate::domain::account::Account;
use crate::http::memberships::shown;
use crate::http::values::not_found;
use crate::http::{Handlers, failure};

impl DeleteCampaignMembership<Account> for Handlers {
    async fn delete_campaign_membership(
        &self,
        account: Account,
        request: DeleteCampaignMembershipRequest,
    ) -> HandlerResult<DeleteCampaignMembershipSuccess, DeleteCampaignMembershipError> {
        let (campaign, uuid) = (request.identifier.as_str(), request.uuid.as_str());
        let deleted = self
            .app
            .delete_campaign_membership(&account, campaign, uuid)
            .await;
        let membership = deleted.map_err(refused)?;
        Ok(DeleteCampaignMembershipSuccess::new(shown(membership)?).into())
    }
}

fn refused(error: NotDeleted) -> Fault<DeleteCampaignMembershipError> {
    match error {
        NotDeleted::CampaignNotFound { campaign_uuid } => not_found("Campaign", &campaign_uuid),
        NotDeleted::NotFound { membership_uuid } => {
            not_found("Campaign membership", &membership_uuid)
        }
        NotDeleted::Store(error) => failure::of_store(error),
    }
}
