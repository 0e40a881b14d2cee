//! `POST /v2/campaigns/{identifier}/campaign_memberships`: adds a subscriber to a campaign.

use crate::api::models::{
    CreateCampaignMembershipError, CreateCampaignMembershipRequest, CreateCampaignMembershipSuccess,
};
use crate::api::server::memberships::CreateCampaignMembership;

use crate::domain::campaign::Membership;
use crate::domain::id::{AccountId, MembershipId};
use crate::domain::subscriber::SubscriberIdentifier;
use crate::operations::authenticate::Caller;
use crate::operations::memberships::into_model;
use crate::operations::{Handled, Handlers, OperationError, Service, missing};
use crate::store::Inserted;

impl Service {
    /// Adds the subscriber with this UUID or e-mail address to the campaign.
    ///
    /// Campaign and subscriber are read before the write begins: neither is ever deleted, and a constraint of the
    /// database keeps memberships unique.
    pub async fn create_campaign_membership(
        &self,
        account: &AccountId,
        campaign_uuid: &str,
        identifier: &str,
    ) -> Result<Membership, OperationError<CreateCampaignMembershipError>> {
        if identifier.trim().is_empty() {
            return Err(OperationError::bad_request(missing::SUBSCRIBER));
        }
        let campaign = self.find_campaign(account, campaign_uuid).await?;
        let subscriber =
            self.store.subscriber(account, &SubscriberIdentifier::parse(identifier)).await?;
        let subscriber = subscriber.ok_or_else(|| {
            let email = identifier.to_owned();
            OperationError::Documented(CreateCampaignMembershipError::MemberNotFound { email })
        })?;

        let membership = Membership {
            uuid: MembershipId::generate(&self.ids),
            campaign: campaign.uuid,
            subscriber: subscriber.uuid,
            created_at: self.clock.now(),
        };
        let mut write = self.store.begin_write().await?;
        match write.insert_membership(account, &membership).await? {
            Inserted::New => {
                write.commit().await?;
                Ok(membership)
            }
            Inserted::Exists => {
                let email = subscriber.email.as_str().to_owned();
                let error = CreateCampaignMembershipError::AlreadyMember { email };
                Err(OperationError::Documented(error))
            }
        }
    }
}

impl CreateCampaignMembership<Caller> for Handlers {
    async fn create_campaign_membership(
        &self,
        Caller { account, .. }: Caller,
        request: CreateCampaignMembershipRequest,
    ) -> Handled<CreateCampaignMembershipRequest> {
        let campaign = request.identifier.as_str();
        let subscriber = request.subscriber_uuid.as_str();
        let membership =
            self.service.create_campaign_membership(&account, campaign, subscriber).await?;
        Ok(CreateCampaignMembershipSuccess::new(into_model(membership)?).into())
    }
}
