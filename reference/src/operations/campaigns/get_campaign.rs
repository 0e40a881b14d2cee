//! `GET /v2/campaigns/{identifier}`: one referral campaign.

use crate::api::models::{GetCampaignRequest, GetCampaignSuccess};
use crate::api::server::campaigns::GetCampaign;

use crate::domain::id::AccountId;
use crate::operations::campaigns::into_model;
use crate::operations::{Handled, Handlers};

impl GetCampaign<AccountId> for Handlers {
    async fn get_campaign(
        &self,
        account: AccountId,
        request: GetCampaignRequest,
    ) -> Handled<GetCampaignRequest> {
        let uuid = request.identifier.as_str();
        let campaign = self.service.find_campaign(&account, uuid).await?;
        Ok(GetCampaignSuccess::new(into_model(campaign)).into())
    }
}
