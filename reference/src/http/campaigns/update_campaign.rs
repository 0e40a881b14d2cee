//! `PUT /v2/campaigns/{identifier}`.

use referral_reference_models::{
    UpdateCampaignError, UpdateCampaignRequest, UpdateCampaignSuccess,
};
use referral_reference_server::campaigns::UpdateCampaign;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::campaigns::update_campaign::UpdateCampaignError as NotUpdated;
use crate::domain::account::Account;
use crate::domain::campaign::InvalidCampaignName;
use crate::http::campaigns::shown;
use crate::http::values::{bad_request, not_found};
use crate::http::{Handlers, failure};

impl UpdateCampaign<Account> for Handlers {
    async fn update_campaign(
        &self,
        account: Account,
        request: UpdateCampaignRequest,
    ) -> HandlerResult<UpdateCampaignSuccess, UpdateCampaignError> {
        let (uuid, name) = (request.identifier.as_str(), request.name.as_deref());
        let updated = self.app.update_campaign(&account, uuid, name).await;
        let campaign = updated.map_err(refused)?;
        Ok(UpdateCampaignSuccess::new(shown(campaign)).into())
    }
}

fn refused(error: NotUpdated) -> Fault<UpdateCampaignError> {
    match error {
        NotUpdated::InvalidCampaignName(InvalidCampaignName::Blank) => {
            bad_request("Name can't be blank")
        }
        NotUpdated::InvalidCampaignName(InvalidCampaignName::InvalidText(because)) => {
            bad_request(format!("body.name {because}"))
        }
        NotUpdated::NotFound { campaign_uuid } => not_found("Campaign", &campaign_uuid),
        NotUpdated::Store(error) => failure::of_store(error),
    }
}
