//! Referral campaigns, one for each account.

use reqwest::Method;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Client, Error, NONE};

impl Client {
    /// Get a referral campaign.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn get_campaign(&self, identifier: &str) -> Result<Value, Error> {
        self.send(Method::GET, &["v2", "campaigns", identifier], NONE, NONE).await
    }

    /// Rename a referral campaign.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn update_campaign(
        &self,
        identifier: &str,
        body: &UpdateCampaignBody,
    ) -> Result<Value, Error> {
        self.send(Method::PUT, &["v2", "campaigns", identifier], NONE, Some(body)).await
    }

    /// List referral campaigns.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn list_campaigns(&self) -> Result<ListCampaignsAnswer, Error> {
        self.send(Method::GET, &["v2", "campaigns"], NONE, NONE).await
    }
}

/// The body of `update_campaign`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct UpdateCampaignBody {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Success body of `list_campaigns`.
#[derive(Clone, Debug, Deserialize)]
pub struct ListCampaignsAnswer {
    pub campaigns: Vec<Campaign>,
}

/// A referral campaign.
#[derive(Clone, Debug, Deserialize)]
pub struct Campaign {
    pub uuid: Option<String>,
    pub name: String,
}
