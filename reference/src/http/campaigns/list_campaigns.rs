//! `GET /v2/campaigns`.

use referral_reference_models::{ListCampaignsError, ListCampaignsRequest, ListCampaignsSuccess};
use referral_reference_server::HandlerResult;
use referral_reference_server::campaigns::ListCampaigns;

use crate::domain::account::Account;
use crate::http::campaigns::shown;
use crate::http::{Handlers, failure};

impl ListCampaigns<Account> for Handlers {
    async fn list_campaigns(
        &self,
        account: Account,
        _request: ListCampaignsRequest,
    ) -> HandlerResult<ListCampaignsSuccess, ListCampaignsError> {
        let listed = self.app.list_campaigns(&account).await;
        let campaigns = listed.map_err(failure::of_store)?.into_iter();
        Ok(ListCampaignsSuccess::new(campaigns.map(shown).collect()).into())
    }
}
