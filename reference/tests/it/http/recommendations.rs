//! Operations on recommendations.

mod archive_recommendation;
mod get_recommendation;
mod list_recommendations;
mod reactivate_recommendation;

/// Where recommendations are.
const PATH: &str = "/v2/partner_profile/partner_campaigns";

/// The refusal of an identifier that is nothing's, or another account's.
fn not_found(uuid: &str) -> (u16, String) {
    (404, format!("Recommendation {uuid} not found!"))
}
