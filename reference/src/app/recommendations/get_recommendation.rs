//! `GET /v2/partner_profile/partner_campaigns/{identifier}`: one recommendation.

use crate::app::App;
use crate::domain::account::Account;
use crate::domain::id::RecommendationId;
use crate::domain::recommendation::Recommendation;
use crate::store::StoreError;

/// Why there is no recommendation.
#[derive(Debug, thiserror::Error)]
pub enum GetRecommendationError {
    /// The account has no such recommendation.
    #[error("there is no such recommendation")]
    NotFound {
        /// What the caller sent.
        identifier: String,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl App {
    /// The account's recommendation of this identifier.
    pub async fn get_recommendation(
        &self,
        account: &Account,
        uuid: &str,
    ) -> Result<Recommendation, GetRecommendationError> {
        let found = self
            .store
            .recommendation(&account.uuid, &RecommendationId::new(uuid))
            .await?;
        found.ok_or_else(|| GetRecommendationError::NotFound {
            identifier: uuid.to_owned(),
        })
    }
}
