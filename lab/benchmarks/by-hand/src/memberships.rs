//! The membership of subscribers in a referral campaign.

use reqwest::Method;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Client, Error, NONE};

impl Client {
    /// Add a subscriber to a referral campaign.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn create_campaign_membership(
        &self,
        identifier: &str,
        body: &CreateCampaignMembershipBody,
    ) -> Result<CreateCampaignMembershipAnswer, Error> {
        self.send(
            Method::POST,
            &["v2", "campaigns", identifier, "campaign_memberships"],
            NONE,
            Some(body),
        )
        .await
    }

    /// Remove a subscriber from a referral campaign.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn delete_campaign_membership(
        &self,
        identifier: &str,
        uuid: &str,
    ) -> Result<Value, Error> {
        self.send(
            Method::DELETE,
            &["v2", "campaigns", identifier, "campaign_memberships", uuid],
            NONE,
            NONE,
        )
        .await
    }
}

/// The body of `create_campaign_membership`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CreateCampaignMembershipBody {
    pub subscriber_uuid: String,
}

/// Success body of `create_campaign_membership`.
#[derive(Clone, Debug, Deserialize)]
pub struct CreateCampaignMembershipAnswer {
    pub campaign_membership: CampaignMembership,
}

/// A subscriber in a campaign.
#[derive(Clone, Debug, Deserialize)]
pub struct CampaignMembership {
    pub uuid: String,
    pub campaign_uuid: String,
    pub subscriber_uuid: String,
    pub created_at: String,
}
