//! `POST /v2/campaigns/{identifier}/campaign_memberships`.

use referral_reference_models::{
    CreateCampaignMembershipError, CreateCampaignMembershipRequest, CreateCampaignMembershipSuccess,
};
use referral_reference_server::memberships::CreateCampaignMembership;
use referral_reference_server::{Fault, HandlerResult};

use crate::app::memberships::create_campaign_membership::CreateCampaignMembershipError as NotCreated;
use crate::domain::account::Account;
use crate::http::memberships::shown;
use crate::http::values::{bad_request, not_found};
use crate::http::{Handlers, failure, missing};

impl CreateCampaignMembership<Account> for Handlers {
    async fn create_campaign_membership(
        &self,
        account: Account,
        request: CreateCampaignMembershipRequest,
    ) -> HandlerResult<CreateCampaignMembershipSuccess, CreateCampaignMembershipError> {
        let campaign = request.identifier.as_str();
        let subscriber = request.subscriber_uuid.as_str();
        let created = self
            .app
            .create_campaign_membership(&account, campaign, subscriber)
            .await;
        let membership = created.map_err(refused)?;
        Ok(CreateCampaignMembershipSuccess::new(shown(membership)?).into())
    }
}

fn refused(error: NotCreated) -> Fault<CreateCampaignMembershipError> {
    match error {
        NotCreated::AlreadyMember { email } => CreateCampaignMembershipError::AlreadyMember {
            email: email.as_str().to_owned(),
        }
        .into(),
        NotCreated::SubscriberNotFound { identifier } => {
            CreateCampaignMembershipError::MemberNotFound { email: identifier }.into()
        }
        NotCreated::SubscriberMissing => bad_request(missing::SUBSCRIBER),
        NotCreated::CampaignNotFound { campaign_uuid } => not_found("Campaign", &campaign_uuid),
        NotCreated::Store(error) => failure::of_store(error),
    }
}
