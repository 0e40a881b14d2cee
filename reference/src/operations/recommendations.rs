//! Operations on recommendations.

mod archive_recommendation;
mod get_recommendation;
mod list_recommendations;
mod reactivate_recommendation;

use crate::api::models;
use crate::api::server::Fault;

use crate::domain::id::{AccountId, RecommendationId};
use crate::domain::recommendation::Recommendation;
use crate::operations::values::{dollars, time};
use crate::operations::{OperationError, Service};

impl Service {
    /// The account's recommendation of this identifier. Fails if the recommendation does not exist,
    /// or the database fails.
    pub async fn find_recommendation<E>(
        &self,
        account: &AccountId,
        uuid: &str,
    ) -> Result<Recommendation, OperationError<E>> {
        let recommendation =
            self.store.recommendation(account, &RecommendationId::new(uuid)).await?;
        recommendation.ok_or_else(|| OperationError::not_found("Recommendation", uuid))
    }
}

pub(super) fn into_model<E>(
    recommendation: Recommendation,
) -> Result<models::Recommendation, Fault<E>> {
    let remaining = dollars(recommendation.remaining_budget())?;
    let mut model = models::Recommendation::new(
        recommendation.uuid.as_str(),
        recommendation.publication.as_str(),
        recommendation.partner_profile.as_str(),
        recommendation.status.as_ref(),
        recommendation.referral_link(),
        dollars(recommendation.cpa)?,
        dollars(recommendation.max_payout)?,
        recommendation.partner_program.as_str(),
        recommendation.name,
        recommendation.ref_code.as_str(),
    );
    model.campaign_type = recommendation.campaign_type;
    model.thankyou_page_url = recommendation.thankyou_page_url;
    model.accepted_terms_at = recommendation.accepted_terms_at.map(time).transpose()?;
    model.referral_pending_period = recommendation.referral_pending_period;
    model.remaining_budget_dollars = Some(remaining);
    Ok(model)
}
