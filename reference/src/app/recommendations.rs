//! Operations on recommendations.

pub mod archive_recommendation;
pub mod get_recommendation;
pub mod list_recommendations;
pub mod reactivate_recommendation;
