//! `GET /v2/campaigns/{identifier}`: one referral campaign.

use crate::api::models::{GetCampaignRequest, GetCampaignSuccess};
use crate::api::server::campaigns::GetCampaign;

use crate::operations::authenticate::Caller;
use crate::operations::campaigns::into_model;
use crate::operations::{Handled, Handlers};

impl GetCampaign<Caller> for Handlers {
    async fn get_campaign(
        &self,
        Caller { account, .. }: Caller,
        request: GetCampaignRequest,
    ) -> Handled<GetCampaignRequest> {
        let uuid = request.identifier.as_str();
        let campaign = self.service.find_campaign(&account, uuid).await?;
        Ok(GetCampaignSuccess::new(into_model(campaign)).into())
    }
}
