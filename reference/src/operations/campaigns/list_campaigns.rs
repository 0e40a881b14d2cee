//! `GET /v2/campaigns`: the referral campaigns of the account, of which there is one at most.

use crate::api::models::{ListCampaignsRequest, ListCampaignsSuccess};
use crate::api::server::campaigns::ListCampaigns;

use crate::operations::authenticate::Caller;
use crate::operations::campaigns::into_model;
use crate::operations::{Handled, Handlers};

impl ListCampaigns<Caller> for Handlers {
    async fn list_campaigns(
        &self,
        Caller { account, .. }: Caller,
        _request: ListCampaignsRequest,
    ) -> Handled<ListCampaignsRequest> {
        let campaigns = self.service.store.campaigns(&account).await?;
        let campaigns = campaigns.into_iter().map(into_model).collect();
        Ok(ListCampaignsSuccess::new(campaigns).into())
    }
}
