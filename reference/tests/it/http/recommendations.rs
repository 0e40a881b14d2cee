//! Operations on recommendations.

mod archive_recommendation;
mod get_recommendation;
mod list_recommendations;
mod reactivate_recommendation;

/// Path of the recommendations.
const PATH: &str = "/v2/partner_profile/partner_campaigns";
