//! Operations on recommendations.

mod archive_recommendation;
mod get_recommendation;
mod list_recommendations;
mod reactivate_recommendation;
