//! Operations on recommendations.

mod archive_recommendation;
mod get_recommendation;
mod list_recommendations;
mod reactivate_recommendation;

/// Path of the recommendations.
const PATH: &str = "/v2/partner_profile/partner_campaigns";

/// The error for an unknown identifier or one of another account.
fn not_found(uuid: &str) -> (u16, String) {
    (404, format!("Recommendation {uuid} not found!"))
}
