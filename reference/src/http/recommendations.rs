//! Operations on recommendations, and how one is shown.

mod archive_recommendation;
mod get_recommendation;
mod list_recommendations;
mod reactivate_recommendation;

use referral_reference_models as models;
use referral_reference_server::Fault;

use crate::app::recommendations::get_recommendation::GetRecommendationError;
use crate::domain::recommendation::Recommendation;
use crate::http::failure;
use crate::http::values::{dollars, not_found, time};

/// A recommendation as callers see it.
pub(super) fn shown<E>(recommendation: Recommendation) -> Result<models::Recommendation, Fault<E>> {
    let remaining = dollars(recommendation.remaining_budget())?;
    let mut shown = models::Recommendation::new(
        recommendation.uuid.as_str(),
        recommendation.publication.as_str(),
        recommendation.partner_profile.as_str(),
        recommendation.status.as_str(),
        recommendation.referral_link(),
        dollars(recommendation.cpa)?,
        dollars(recommendation.max_payout)?,
        recommendation.partner_program.as_str(),
        recommendation.name,
        recommendation.ref_code.as_str(),
    );
    shown.campaign_type = recommendation.campaign_type;
    shown.thankyou_page_url = recommendation.thankyou_page_url;
    shown.accepted_terms_at = recommendation.accepted_terms_at.map(time).transpose()?;
    shown.referral_pending_period = recommendation.referral_pending_period;
    shown.remaining_budget_dollars = Some(remaining);
    Ok(shown)
}

/// The refusal when there is no recommendation.
fn unknown<E>(error: GetRecommendationError) -> Fault<E> {
    match error {
        GetRecommendationError::NotFound { identifier } => not_found("Recommendation", &identifier),
        GetRecommendationError::Store(error) => failure::of_store(error),
    }
}
