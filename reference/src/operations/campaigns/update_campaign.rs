//! `PUT /v2/campaigns/{identifier}`: renames a referral campaign.

use crate::api::models::{UpdateCampaignError, UpdateCampaignRequest, UpdateCampaignSuccess};
use crate::api::server::campaigns::UpdateCampaign;

use crate::domain::campaign::{Campaign, InvalidCampaignName};
use crate::domain::id::{AccountId, CampaignId};
use crate::operations::authenticate::Caller;
use crate::operations::campaigns::into_model;
use crate::operations::{Handled, Handlers, OperationError, Service};

impl Service {
    /// Renames the campaign and returns it as stored. Without a name nothing changes.
    pub async fn update_campaign(
        &self,
        account: &AccountId,
        uuid: &str,
        name: Option<&str>,
    ) -> Result<Campaign, OperationError<UpdateCampaignError>> {
        name.map_or(Ok(()), Campaign::check_name).map_err(|error| match error {
            InvalidCampaignName::Blank => OperationError::bad_request("Name can't be blank"),
            InvalidCampaignName::Text(error) => {
                OperationError::bad_request(format!("body.name {error}"))
            }
        })?;
        let mut write = self.store.begin_write().await?;
        let campaign = write.rename_campaign(account, &CampaignId::new(uuid), name).await?;
        let campaign = campaign.ok_or_else(|| OperationError::not_found("Campaign", uuid))?;
        write.commit().await?;
        Ok(campaign)
    }
}

impl UpdateCampaign<Caller> for Handlers {
    async fn update_campaign(
        &self,
        Caller { account, .. }: Caller,
        request: UpdateCampaignRequest,
    ) -> Handled<UpdateCampaignRequest> {
        let (uuid, name) = (request.identifier.as_str(), request.name.as_deref());
        let campaign = self.service.update_campaign(&account, uuid, name).await?;
        Ok(UpdateCampaignSuccess::new(into_model(campaign)).into())
    }
}
