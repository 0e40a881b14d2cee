//! `GET /v2/campaigns`: the referral campaigns of the account, of which there is one at most.

use crate::api::models::{ListCampaignsRequest, ListCampaignsSuccess};
use crate::api::server::campaigns::ListCampaigns;

use crate::domain::id::AccountId;
use crate::operations::campaigns::into_model;
use crate::operations::{Handled, Handlers};

impl ListCampaigns<AccountId> for Handlers {
    async fn list_campaigns(
        &self,
        account: AccountId,
        _request: ListCampaignsRequest,
    ) -> Handled<ListCampaignsRequest> {
        let campaigns = self.service.store.campaigns(&account).await?;
        let campaigns = campaigns.into_iter().map(into_model).collect();
        Ok(ListCampaignsSuccess::new(campaigns).into())
    }
}
