//! `GET /v2/campaigns/{identifier}`.

use referral_reference_models::{GetCampaignError, GetCampaignRequest, GetCampaignSuccess};
use referral_reference_server::campaigns::GetCampaign;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::campaigns::get_campaign::GetCampaignError as NotShown;
use crate::domain::account::Account;
use crate::http::campaigns::shown;
use crate::http::values::not_found;
use crate::http::{Handlers, failure};

impl GetCampaign<Account> for Handlers {
    async fn get_campaign(
        &self,
        account: Account,
        request: GetCampaignRequest,
    ) -> HandlerResult<GetCampaignSuccess, GetCampaignError> {
        let uuid = request.identifier.as_str();
        let found = self.app.get_campaign(&account, uuid).await;
        let campaign = found.map_err(refused)?;
        Ok(GetCampaignSuccess::new(shown(campaign)).into())
    }
}

fn refused(error: NotShown) -> Fault<GetCampaignError> {
    match error {
        NotShown::NotFound { campaign_uuid } => not_found("Campaign", &campaign_uuid),
        NotShown::Store(error) => failure::of_store(error),
    }
}
