//! Recommendations of partner programs, called partner campaigns in paths and bodies.

use reqwest::Method;
use serde::Deserialize;
use serde_json::Value;

use crate::{Client, Error, NONE};

impl Client {
    /// Archive a recommendation.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn archive_recommendation(&self, identifier: &str) -> Result<Value, Error> {
        self.send(
            Method::DELETE,
            &["v2", "partner_profile", "partner_campaigns", identifier],
            NONE,
            NONE,
        )
        .await
    }

    /// Get a recommendation.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn get_recommendation(
        &self,
        identifier: &str,
    ) -> Result<GetRecommendationAnswer, Error> {
        self.send(
            Method::GET,
            &["v2", "partner_profile", "partner_campaigns", identifier],
            NONE,
            NONE,
        )
        .await
    }

    /// List recommendations.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn list_recommendations(&self) -> Result<Value, Error> {
        self.send(Method::GET, &["v2", "partner_profile", "partner_campaigns"], NONE, NONE).await
    }

    /// Restore an archived recommendation, unless a sponsor archived it.
    ///
    /// # Errors
    /// When there is no answer, or it is not a success of this type.
    pub async fn reactivate_recommendation(&self, identifier: &str) -> Result<Value, Error> {
        self.send(
            Method::PUT,
            &["v2", "partner_profile", "partner_campaigns", identifier, "reactivate"],
            NONE,
            NONE,
        )
        .await
    }
}

/// Success body of `get_recommendation`.
#[derive(Clone, Debug, Deserialize)]
pub struct GetRecommendationAnswer {
    pub partner_campaign: Recommendation,
}

/// A recommendation, made from a partner program.
#[derive(Clone, Debug, Deserialize)]
pub struct Recommendation {
    pub uuid: String,
    pub publication_uuid: String,
    pub partner_profile_uuid: String,
    pub status: String,
    pub referral_link: String,
    pub cpa: f64,
    pub max_payout: f64,
    pub partner_program_uuid: String,
    pub campaign_type: Option<Value>,
    pub thankyou_page_url: Option<Value>,
    pub accepted_terms_at: Option<Value>,
    pub name: String,
    pub referral_pending_period: Option<Value>,
}
